/** One comment with author and time; its author can edit and delete it. */
import { type ComponentType, type ReactNode, useState } from "react";
import { machineText, momentText } from "../../language/dates.ts";
import { type Age, ageOf } from "../../language/relativeTime.ts";
import { useFragment } from "../../page/fragments.ts";
import { LinkedText } from "../../page/LinkedText.tsx";
import { usePage } from "../../page/PageContext.ts";
import { useNotify } from "../../page/useNotify.ts";
import { Avatar } from "../../ui/Avatar.tsx";
import type { CommentView } from "../../wire/types.generated.ts";
import { AuthorName, MemberLink } from "../MemberLink.tsx";
import { ConfirmLater } from "../ConfirmLater.tsx";
import { ReportLink } from "../ReportLink.tsx";
import { languageOf } from "./languageOf.ts";
import type { CommentEditProps } from "./CommentEdit.tsx";
import type { OwnComments } from "./useOwnComments.ts";
import { RelativeTime } from "../RelativeTime.tsx";
import "./CommentRow.css";

interface CommentBodyProps {
  readonly by: CommentView["user"];
  readonly content: string;
  /** Form in place of the text. */
  readonly form?: ReactNode;
  readonly children?: ReactNode;
}

/** Line breaks are kept; text direction is isolated. */
function CommentBody({ by, content, form, children }: CommentBodyProps) {
  return (
    <>
      <Avatar src={by?.avatar_url ?? null} name={by?.display_name ?? ""} size="small" />
      <div className="comment-row-words">
        <p className="comment-row-head">{children}</p>
        {form ?? (
          <p className="comment-row-content" lang={languageOf(content)} dir="auto">
            <LinkedText text={content} />
          </p>
        )}
      </div>
    </>
  );
}

interface CommentRowProps {
  readonly comment: CommentView;
  readonly onEdit: OwnComments["edit"];
  readonly onRemove: OwnComments["remove"];
  /** The author of the question chose it. */
  readonly isAnswer?: boolean;
  /** The reader asked the question. */
  readonly mayChoose?: boolean;
  readonly onChoose?: OwnComments["choose"];
}

function Report({ id }: Pick<CommentView, "id">) {
  return <ReportLink subject={`comment:${id}`} className="comment-row-action" />;
}

function ChooseButton({ comment, isAnswer = false, onChoose }: CommentRowProps) {
  const { t } = usePage();
  return (
    <button
      type="button"
      className="comment-row-action comment-row-edit"
      onClick={() => void onChoose?.(comment, !isAnswer)}
    >
      {t(isAnswer ? "postDetail.answer.unchoose" : "postDetail.answer.choose")}
    </button>
  );
}

interface OwnActionsProps {
  readonly onEdit: () => void;
  readonly onDelete: () => void;
}

function OwnActions({ onEdit, onDelete }: OwnActionsProps) {
  const { t } = usePage();
  return (
    <>
      <button type="button" className="comment-row-action comment-row-edit" onClick={onEdit}>
        {t("postDetail.comments.edit")}
      </button>
      <button type="button" className="comment-row-action comment-row-delete" onClick={onDelete}>
        {t("postDetail.comments.delete")}
      </button>
    </>
  );
}

interface InsideProps extends CommentRowProps {
  readonly age: Age;
  readonly isOwn: boolean;
}

function CommentRowContent(props: InsideProps) {
  const { comment, age, isOwn, isAnswer, onEdit, onRemove } = props;
  const { language, t } = usePage();
  const { alert } = useNotify();
  const { id, user, content, created_at, edited_at } = comment;
  const [isAsking, setAsking] = useState(false);
  const [Form, setForm] = useState<ComponentType<CommentEditProps>>();
  const openForm = async () => {
    try {
      const { CommentEdit } = await import("./CommentEdit.tsx");
      setForm(() => CommentEdit);
    } catch {
      alert(t("app.networkError"));
    }
  };
  return (
    <>
      <CommentBody
        by={user}
        content={content}
        form={
          Form && (
            <Form
              content={content}
              onSave={(text) => onEdit(comment, text)}
              onClose={() => setForm(undefined)}
            />
          )
        }
      >
        <MemberLink author={user} /> <RelativeTime instant={created_at} age={age} />
        {isAnswer && <b className="comment-row-answer">{t("postDetail.answer.mark")}</b>}
        {edited_at !== null && (
          <time dateTime={machineText(edited_at)} title={momentText(edited_at, language)}>
            {t("post.edited")}
          </time>
        )}
      </CommentBody>
      {!isOwn && !props.mayChoose && <Report id={id} />}
      {(isOwn || props.mayChoose) && !Form && (
        <span className="comment-row-actions">
          {props.mayChoose && <ChooseButton {...props} />}
          {!isOwn && <Report id={id} />}
          {isOwn && <OwnActions onEdit={() => void openForm()} onDelete={() => setAsking(true)} />}
        </span>
      )}
      {isAsking && (
        <ConfirmLater
          title={t("postDetail.comments.confirmTitle")}
          body={t("postDetail.comments.confirmBody")}
          onYes={() => void onRemove(comment)}
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
