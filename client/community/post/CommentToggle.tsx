/** Opens and closes the comments under a card; code and comments are fetched on first use. */
import { type ComponentType, useState } from "react";
import { numberText } from "../../language/dates.ts";
import { useLastAlert } from "../../page/useNotify.ts";
import { usePage } from "../../page/PageContext.ts";
import { PageLink } from "../../page/PageLink.tsx";
import type { PostView } from "../../wire/types.generated.ts";
import { CommentIcon } from "./CommentIcon.tsx";
import { namedBy } from "./namedBy.ts";

type Panel = ComponentType<{ readonly post: PostView }>;

export interface OpenComments {
  readonly isOpen: boolean;
  readonly Panel: Panel | undefined;
  readonly toggle: () => Promise<void>;
}

/**
 * Returns whether a card's comments are open, their component once it is loaded, and a function
 * that opens or closes them.
 */
export function useComments(): OpenComments {
  const { store, language, t } = usePage();
  const report = useLastAlert();
  const [isOpen, setOpen] = useState(false);
  const [Panel, setPanel] = useState<Panel>();
  /** Opens or closes the comments; the first time it loads their code. */
  const toggle = async () => {
    setOpen(!isOpen);
    if (Panel || isOpen) return;
    report();
    try {
      const [{ CommentPanel }] = await Promise.all([
        import("../comments/CommentPanel.tsx"),
        store.addMessages(language, "postDetail"),
      ]);
      setPanel(() => CommentPanel);
    } catch {
      setOpen(false);
      report(t("post.commentsFailed"));
    }
  };
  return { isOpen, Panel, toggle };
}

interface CommentToggleProps {
  readonly post: PostView;
  readonly comments: OpenComments;
  /** The id of the panel. */
  readonly controls: string;
  /** The id of the post's heading. */
  readonly heading: string;
}

/** Renders the button that opens a card's comments; without scripts a link. */
export function CommentToggle({ post, comments, controls, heading }: CommentToggleProps) {
  const { t } = usePage();
  const { isOpen, toggle } = comments;
  const count = <span className="post-button-count">{numberText(post.commentsCount)}</span>;
  return (
    <>
      <button
        type="button"
        className="post-button post-comments"
        {...namedBy(`${controls}-toggle`, heading)}
        aria-expanded={isOpen}
        aria-controls={isOpen ? controls : undefined}
        onClick={() => void toggle()}
      >
        <CommentIcon />
        <span>{t("post.comments")}</span> {count}
      </button>
      <noscript>
        <PageLink
          to="post"
          params={{ id: String(post.id) }}
          suffix="#comments"
          className="post-button"
        >
          {t("post.comments")} {numberText(post.commentsCount)}
        </PageLink>
      </noscript>
    </>
  );
}
