/** Menu of the author: edit, or delete after a confirmation. */
import { type FocusEvent, type KeyboardEvent, useRef, useState } from "react";
import { useReplace } from "../../page/address.ts";
import { usePage } from "../../page/PageContext.ts";
import { PageLink } from "../../page/PageLink.tsx";
import { useNotify } from "../../page/useNotify.ts";
import type { PostView } from "../../wire/types.generated.ts";
import { deletePost } from "../actions.ts";
import { ConfirmLater } from "../ConfirmLater.tsx";
import { offerUndo } from "../offerUndo.ts";
import { useActor } from "../useActor.ts";
import "./PostMenu.css";

export interface PostMenuProps {
  readonly post: PostView;
  /** Called after the deletion; the page decides where to go. */
  readonly onDeleted?: () => void;
}

/**
 * Returns a function that deletes the post and offers an undo; it reports a failure. A page that
 * `onDeleted` has loaded without the post is loaded again after the undo, if it is still open.
 */
function useRemoval({ post, onDeleted }: PostMenuProps): () => Promise<void> {
  const { t } = usePage();
  const { reason } = useNotify();
  const go = useReplace();
  const actor = useActor();
  return async () => {
    const report = (what: "deleteFailed" | "undo.failed") => (error: unknown) =>
      actor.reportFailure(`${t(`postDetail.${what}`)}\n${reason(error)}`, error);
    actor.removeReport();
    try {
      const undo = await deletePost(actor, post);
      onDeleted?.();
      const { pathname } = location;
      /** Undoes the deletion and shows the post again. */
      const run = async () => {
        await undo();
        const isHere = location.pathname === pathname;
        if (onDeleted && isHere) go(pathname + location.search + location.hash);
      };
      const text = t("postDetail.deleted");
      const done = t("postDetail.undo.post");
      const onFailure = report("undo.failed");
      offerUndo({ t, text, done, restored: `post-${post.id}`, run, onFailure });
    } catch (error) {
      report("deleteFailed")(error);
    }
  };
}

/** Renders the menu that edits or deletes an own post; a deletion can be undone for a while. */
export function PostMenu(props: PostMenuProps) {
  const { post } = props;
  const { t } = usePage();
  const remove = useRemoval(props);
  const box = useRef<HTMLDetailsElement>(null);
  const [isAsking, setAsking] = useState(false);
  const close = () => box.current?.removeAttribute("open");
  /** Closes the menu on Escape and returns the focus to its button. */
  const closeByKey = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !box.current?.open) return;
    close();
    box.current.querySelector("summary")?.focus();
  };
  /** Closes the menu when the focus leaves it. */
  const closeOnLeaving = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) close();
  };
  return (
    <>
      <details ref={box} className="post-menu" onKeyDown={closeByKey} onBlur={closeOnLeaving}>
        <summary aria-label={t("postDetail.menu.label")}>
          <span aria-hidden="true">⋯</span>
        </summary>
        {/* Safari gives no focus to what is pressed: it goes to the list, and the menu stays. */}
        <ul tabIndex={-1}>
          <li>
            <PageLink to="postEdit" params={{ id: String(post.id) }}>
              {t("postDetail.menu.edit")}
            </PageLink>
          </li>
          <li>
            <button
              type="button"
              onClick={() => {
                close();
                // The closed menu cannot take the focus back from the dialog.
                box.current?.querySelector("summary")?.focus();
                setAsking(true);
              }}
            >
              {t("postDetail.menu.delete")}
            </button>
          </li>
        </ul>
      </details>
      {isAsking && (
        <ConfirmLater
          title={t("postDetail.confirm.title")}
          body={t("postDetail.confirm.body")}
          onYes={() => void remove()}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
