/** One comment: who, when and what; its author may delete it. */
import { type ReactNode, useState } from "react";
import { usePage } from "../../page/PageContext.ts";
import { Avatar } from "../../ui/Avatar.tsx";
import type { CommentView } from "../../wire/types.generated.ts";
import { ConfirmLater } from "../ConfirmLater.tsx";
import { MemberLink } from "../MemberLink.tsx";
import { RelativeTime } from "../RelativeTime.tsx";
import "./CommentRow.css";

interface Said {
  readonly by: CommentView["user"];
  readonly content: string;
  readonly children?: ReactNode;
}

/** What people write keeps its line ends, and turns no direction but its own. */
function Words({ by, content, children }: Said) {
  return (
    <>
      <Avatar src={by?.avatar_url ?? null} name={by?.display_name ?? ""} size="small" />
      <div className="comment-row-words">
        <p className="comment-row-head">{children}</p>
        <p className="comment-row-content" dir="auto">
          {content}
        </p>
      </div>
    </>
  );
}

interface CommentRowProps {
  readonly comment: CommentView;
  readonly onDelete: (comment: CommentView) => void;
}

export function CommentRow({ comment, onDelete }: CommentRowProps) {
  const { viewer, t } = usePage();
  const { id, user, content, created_at } = comment;
  const [isAsking, setAsking] = useState(false);
  const isOwn = viewer !== null && viewer.id === user?.id;
  return (
    <li className="comment-row" id={`comment-${id}`}>
      <Words by={user} content={content}>
        <MemberLink author={user} /> <RelativeTime instant={created_at} />
      </Words>
      {isOwn && (
        <button type="button" className="comment-row-delete" onClick={() => setAsking(true)}>
          {t("postDetail.comments.delete")}
        </button>
      )}
      {isAsking && (
        <ConfirmLater
          title={t("postDetail.comments.confirmTitle")}
          body={t("postDetail.comments.confirmBody")}
          onYes={() => onDelete(comment)}
          onClose={() => setAsking(false)}
        />
      )}
    </li>
  );
}

/** The reader's own, on its way to the host. */
export function SendingRow({ content }: { readonly content: string }) {
  const { viewer, t } = usePage();
  return (
    <li className="comment-row comment-row-sending">
      <Words by={viewer} content={content}>
        <bdi>{viewer?.display_name}</bdi> {t("postDetail.comments.sending")}
      </Words>
    </li>
  );
}
