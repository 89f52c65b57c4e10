/** One comment with author, time and the actions that the reader may take. */
import { type ComponentType, useRef, useState } from "react";
import { machineText, momentText } from "../../language/dates.ts";
import { type Age, ageOf } from "../../language/relativeTime.ts";
import { useFragment } from "../../page/fragments.ts";
import { usePage } from "../../page/PageContext.ts";
import { useNotify } from "../../page/useNotify.ts";
import type { CommentView } from "../../wire/types.generated.ts";
import { MemberLink } from "../MemberLink.tsx";
import { ConfirmLater } from "../ConfirmLater.tsx";
import { ReportLink } from "../ReportLink.tsx";
import { CommentBody } from "./CommentBody.tsx";
import type { CommentEditProps } from "./CommentEdit.tsx";
import { ReplyForm } from "./ReplyForm.tsx";
import type { OwnComments } from "./useOwnComments.ts";
import { HeldReason } from "../HeldReason.tsx";
import { WithheldMark } from "../WithheldMark.tsx";
import { RelativeTime } from "../RelativeTime.tsx";
import "./CommentRow.css";

interface CommentRowProps {
  readonly comment: CommentView;
  readonly onEdit: OwnComments["edit"];
  /** Moderators closed the comments: the row offers no edit. An open form stays with its text. */
  readonly isLocked?: boolean;
  readonly onRemove: OwnComments["remove"];
  /** It is the answer of the question. */
  readonly isAnswer?: boolean;
  /** The reader asked the question, or is a moderator. */
  readonly mayChoose?: boolean;
  readonly isPinned?: boolean;
  /** The reader wrote the post. */
  readonly mayPin?: boolean;
  readonly onMark?: OwnComments["mark"];
  /** Sends a reply; without it the row offers none. */
  readonly onReply?: OwnComments["send"];
}

/** Renders the link to the form that reports a comment. */
function ReportComment({ id }: Pick<CommentView, "id">) {
  return <ReportLink subject={`comment:${id}`} className="comment-row-action" />;
}

interface MarkButtonProps extends CommentRowProps {
  readonly mark: "answer" | "pin";
}

/** Renders the button that pins a comment or chooses it as the answer, or takes that back. */
function MarkButton({ comment, mark, onMark, ...row }: MarkButtonProps) {
  const { t } = usePage();
  const isMarked = (mark === "pin" ? row.isPinned : row.isAnswer) ?? false;
  const label =
    mark === "pin"
      ? t(isMarked ? "postDetail.pin.unpin" : "postDetail.pin.pin")
      : t(isMarked ? "postDetail.answer.unchoose" : "postDetail.answer.choose");
  return (
    <button
      type="button"
      className="comment-row-action comment-row-edit"
      onClick={() => void onMark?.(comment, mark, !isMarked)}
    >
      {label}
    </button>
  );
}

interface OwnActionsProps {
  readonly isLocked: boolean | undefined;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
}

/** Renders the buttons that edit, unless it is locked, and delete the reader's own comment. */
function OwnActions({ isLocked, onEdit, onDelete }: OwnActionsProps) {
  const { t } = usePage();
  return (
    <>
      {!isLocked && (
        <button type="button" className="comment-row-action comment-row-edit" onClick={onEdit}>
          {t("postDetail.comments.edit")}
        </button>
      )}
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

/**
 * Returns the button that opens the form of a reply, and the form while it is open; nothing if the
 * row offers none.
 */
function useReply({ comment, onReply }: CommentRowProps) {
  const { t } = usePage();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  if (!onReply) return {};
  /** Closes the form and returns the focus to the button. */
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  return {
    button: (
      <button
        ref={button}
        type="button"
        className="comment-row-action comment-row-edit"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {t("postDetail.replies.reply")}
      </button>
    ),
    form: isOpen && <ReplyForm comment={comment} onSend={onReply} onClose={close} />,
  };
}

/** Renders author, text, marks and actions of a comment. */
function CommentRowContent(props: InsideProps) {
  const { comment, age, isOwn, isAnswer, onEdit, onRemove } = props;
  const { language, t } = usePage();
  const { alert } = useNotify();
  const { id, user, content, created_at, edited_at } = comment;
  const [isAsking, setAsking] = useState(false);
  const reply = useReply(props);
  const [Form, setForm] = useState<ComponentType<CommentEditProps>>();
  const hasActions = isOwn || props.mayChoose || props.mayPin || reply.button;
  /** Loads the form that edits the comment, and shows it. */
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
        mentions={comment.mentions}
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
        {comment.parent_id !== null && (
          <span className="visually-hidden">{t("postDetail.replies.mark")}</span>
        )}
        <MemberLink author={user} /> <RelativeTime instant={created_at} age={age} />
        <WithheldMark withheld={comment.withheld ?? null} />
        {isAnswer && <b className="comment-row-answer">{t("postDetail.answer.mark")}</b>}
        {props.isPinned && <b className="comment-row-answer">{t("postDetail.pin.mark")}</b>}
        {edited_at !== null && (
          <time dateTime={machineText(edited_at)} title={momentText(edited_at, language)}>
            {t("post.edited")}
          </time>
        )}
      </CommentBody>
      <HeldReason withheld={comment.withheld ?? null} />
      {!hasActions && <ReportComment id={id} />}
      {hasActions && !Form && (
        <span className="comment-row-actions">
          {reply.button}
          {props.mayChoose && <MarkButton {...props} mark="answer" />}
          {props.mayPin && <MarkButton {...props} mark="pin" />}
          {!isOwn && <ReportComment id={id} />}
          {isOwn && (
            <OwnActions
              isLocked={props.isLocked}
              onEdit={() => void openForm()}
              onDelete={() => setAsking(true)}
            />
          )}
        </span>
      )}
      {reply.form}
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

/** Renders a comment in the list; its content is a fragment, whose HTML the worker caches. */
export function CommentRow(props: CommentRowProps) {
  const { viewer, now } = usePage();
  const { id, user, created_at } = props.comment;
  const age = ageOf(created_at, Date.parse(now));
  const isOwn = viewer !== null && viewer.id === user?.id;
  const inside = useFragment(<CommentRowContent {...props} age={age} isOwn={isOwn} />);
  const place = props.comment.parent_id === null ? "" : " comment-row-below";
  return <li className={`comment-row${place}`} id={`comment-${id}`} {...inside} />;
}
