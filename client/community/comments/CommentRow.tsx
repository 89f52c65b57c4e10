/** One comment with author, time and the actions that the reader may take. */
import { type ComponentType, useEffect, useEffectEvent, useRef, useState } from "react";
import { machineText, momentText } from "../../language/dates.ts";
import { normalized } from "../../language/length.ts";
import { type Age, ageOf } from "../../language/relativeTime.ts";
import { useFragment } from "../../page/fragments.ts";
import { usePage } from "../../page/PageContext.ts";
import { useLastAlert } from "../../page/useNotify.ts";
import type { CommentView } from "../../wire/types.generated.ts";
import { MemberLink } from "../MemberLink.tsx";
import { ConfirmLater } from "../ConfirmLater.tsx";
import { ReportLink } from "../ReportLink.tsx";
import { CommentBody } from "./CommentBody.tsx";
import { CommentDraft } from "./CommentDraft.ts";
import type { CommentEditProps } from "./CommentEdit.tsx";
import { editName, readDraft, storeDraft } from "./drafts.ts";
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
  return (
    <ReportLink
      subject={`comment:${id}`}
      className="comment-row-action"
      describedBy={headIdOf(id)}
    />
  );
}

/** Returns the id of a comment's author and time, which tell the buttons of the list apart. */
function headIdOf(id: number): string {
  return `comment-${id}-head`;
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
      aria-describedby={headIdOf(comment.id)}
      onClick={() => void onMark?.(comment, mark, !isMarked)}
    >
      {label}
    </button>
  );
}

interface OwnActionsProps {
  readonly id: number;
  readonly isLocked: boolean | undefined;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
}

/** Renders the buttons that edit, unless it is locked, and delete the reader's own comment. */
function OwnActions({ id, isLocked, onEdit, onDelete }: OwnActionsProps) {
  const { t } = usePage();
  return (
    <>
      {!isLocked && (
        <button
          type="button"
          className="comment-row-action comment-row-edit"
          aria-describedby={headIdOf(id)}
          onClick={onEdit}
        >
          {t("postDetail.comments.edit")}
        </button>
      )}
      <button
        type="button"
        className="comment-row-action comment-row-delete"
        aria-describedby={headIdOf(id)}
        onClick={onDelete}
      >
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
        aria-describedby={headIdOf(comment.id)}
        onClick={() => setOpen(!isOpen)}
      >
        {t("postDetail.replies.reply")}
      </button>
    ),
    form: isOpen && <ReplyForm comment={comment} onSend={onReply} onClose={close} />,
  };
}

/** The form that edits a comment, loaded when it is opened, and its draft. */
interface EditForm {
  readonly draft: CommentDraft;
  readonly Form: ComponentType<CommentEditProps>;
  readonly isRestored: boolean;
}

/**
 * Returns the form that edits the comment, while it is open, and a function that opens it. A draft
 * in this browser opens it again; one with the stored text is removed.
 */
function useEdit({ comment, isOwn, onEdit }: InsideProps) {
  const { t } = usePage();
  const report = useLastAlert();
  const { id, user, content } = comment;
  const [shown, setShown] = useState<EditForm>();
  const name = editName(user?.id ?? "", id);
  /** Loads the form and shows it. */
  const open = async (isRestored: boolean) => {
    report();
    try {
      const { CommentEdit: Form } = await import("./CommentEdit.tsx");
      // Made here: as a module that the form shares it would be one more file of the page.
      setShown({ Form, draft: new CommentDraft(name, { edited: content }), isRestored });
    } catch {
      report(t("app.networkError"));
    }
  };
  const restore = useEffectEvent(() => {
    const draft = isOwn ? readDraft(name) : "";
    if (draft === "") return;
    if (normalized(draft) === content) storeDraft(name, "");
    else void open(true);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the draft of another name is another one.
  useEffect(() => restore(), [name, isOwn]);
  const form = shown && (
    <shown.Form
      content={content}
      draft={shown.draft}
      isRestored={shown.isRestored}
      onSave={(text) => onEdit(comment, text)}
      onClose={() => setShown(undefined)}
    />
  );
  return { form, open: () => void open(false) };
}

/** Renders author, text, marks and actions of a comment. */
function CommentRowContent(props: InsideProps) {
  const { comment, age, isOwn, isAnswer, onRemove } = props;
  const { language, t } = usePage();
  const { id, user, content, created_at, edited_at } = comment;
  const [isAsking, setAsking] = useState(false);
  const reply = useReply(props);
  const edit = useEdit(props);
  const hasActions = isOwn || props.mayChoose || props.mayPin || reply.button;
  return (
    <>
      <CommentBody
        by={user}
        content={content}
        headId={headIdOf(id)}
        mentions={comment.mentions}
        form={edit.form}
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
      {hasActions && !edit.form && (
        <span className="comment-row-actions">
          {reply.button}
          {props.mayChoose && <MarkButton {...props} mark="answer" />}
          {props.mayPin && <MarkButton {...props} mark="pin" />}
          {!isOwn && <ReportComment id={id} />}
          {isOwn && (
            <OwnActions
              id={id}
              isLocked={props.isLocked}
              onEdit={edit.open}
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
