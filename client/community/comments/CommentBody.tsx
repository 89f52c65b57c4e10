/** Picture, head and text of a comment, stored or being sent. */
import type { ReactNode } from "react";
import { isTall } from "../../language/excerpt.ts";
import { textLanguage } from "../../language/textLanguage.ts";
import { LinkedText } from "../../page/LinkedText.tsx";
import { usePage } from "../../page/PageContext.ts";
import { Avatar } from "../../ui/Avatar.tsx";
import type { CommentView } from "../../wire/types.generated.ts";
import { AuthorName } from "../MemberLink.tsx";
import "./CommentRow.css";

interface CommentBodyProps {
  readonly by: CommentView["user"];
  readonly content: string;
  /** The id of the head, which describes the comment's buttons. */
  readonly headId?: string;
  readonly mentions?: CommentView["mentions"];
  /** Form in place of the text. */
  readonly form?: ReactNode;
  readonly children?: ReactNode;
}

/**
 * Renders picture, head and text of a comment, or a form in place of the text. Line breaks are
 * kept, and text direction is isolated.
 */
export function CommentBody({ by, content, headId, mentions, form, children }: CommentBodyProps) {
  return (
    <>
      <Avatar src={by?.avatar_url ?? null} name={by?.display_name ?? ""} size="small" />
      <div className="comment-row-words">
        <p id={headId} className="comment-row-head">
          {children}
        </p>
        {form ?? (
          <p
            className="comment-row-content"
            data-tall={isTall(content) || undefined}
            lang={textLanguage(content)}
            dir="auto"
          >
            <LinkedText text={content} mentions={mentions} />
          </p>
        )}
      </div>
    </>
  );
}

/** Renders the reader's own comment while it is being sent. */
export function SendingRow({ content }: { readonly content: string }) {
  const { viewer, t } = usePage();
  return (
    <li className="comment-row comment-row-sending">
      <CommentBody by={viewer} content={content}>
        <AuthorName author={viewer} /> {t("postDetail.comments.sending")}
      </CommentBody>
    </li>
  );
}
