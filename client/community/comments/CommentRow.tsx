/** One comment with author and time; its author can delete it. */
import { type ReactNode, useState } from "react";
import { type Age, ageOf } from "../../language/relativeTime.ts";
import { useFragment } from "../../page/fragments.ts";
import { LinkedText } from "../../page/LinkedText.tsx";
import { usePage } from "../../page/PageContext.ts";
import { Avatar } from "../../ui/Avatar.tsx";
import type { CommentView } from "../../wire/types.generated.ts";
import { AuthorName, MemberLink } from "../MemberLink.tsx";
import { ConfirmLater } from "../ConfirmLater.tsx";
import { ReportLink } from "../ReportLink.tsx";
import { languageOf } from "./languageOf.ts";
import { RelativeTime } from "../RelativeTime.tsx";
import "./CommentRow.css";

interface CommentBodyProps {
  readonly by: CommentView["user"];
  readonly content: string;
  readonly children?: ReactNode;
}

/** Line breaks are kept; text direction is isolated. */
function CommentBody({ by, content, children }: CommentBodyProps) {
  return (
    <>
      <Avatar src={by?.avatar_url ?? null} name={by?.display_name ?? ""} size="small" />
      <div className="comment-row-words">
        <p className="comment-row-head">{children}</p>
        <p className="comment-row-content" lang={languageOf(content)} dir="auto">
          <LinkedText text={content} />
        </p>
      </div>
    </>
  );
}

interface CommentRowProps {
  readonly comment: CommentView;
  readonly onDelete: (comment: CommentView) => void;
}

interface InsideProps extends CommentRowProps {
  readonly age: Age;
  readonly isOwn: boolean;
}

function CommentRowContent({ comment, age, isOwn, onDelete }: InsideProps) {
  const { t } = usePage();
  const { id, user, content, created_at } = comment;
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <CommentBody by={user} content={content}>
        <MemberLink author={user} /> <RelativeTime instant={created_at} age={age} />
      </CommentBody>
      {isOwn && (
        <button type="button" className="comment-row-delete" onClick={() => setAsking(true)}>
          {t("postDetail.comments.delete")}
        </button>
      )}
      {!isOwn && <ReportLink subject={`comment:${id}`} className="comment-row-delete" />}
      {isAsking && (
        <ConfirmLater
          title={t("postDetail.comments.confirmTitle")}
          body={t("postDetail.comments.confirmBody")}
          onYes={() => onDelete(comment)}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

export function CommentRow(props: CommentRowProps) {
  const { viewer, now } = usePage();
  const { id, user, created_at } = props.comment;
  const age = ageOf(created_at, Date.parse(now));
  const isOwn = viewer !== null && viewer.id === user?.id;
  const inside = useFragment(<CommentRowContent {...props} age={age} isOwn={isOwn} />);
  return <li className="comment-row" id={`comment-${id}`} {...inside} />;
}

/** The reader's own comment while it is being sent. */
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
