/** The form for a new comment; read-only, with a link to the login, for visitors. */
import { usePath } from "../../page/address.ts";
import {
  type ChangeEvent,
  type FormEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { commentCharacters } from "../../contracts/limits.generated.ts";
import { lengthOf } from "../../language/length.ts";
import { usePage } from "../../page/PageContext.ts";
import { PageLink } from "../../page/PageLink.tsx";
import { Button } from "../../ui/Button.tsx";
import { Refusal } from "../../wire/refusal.ts";
import { useMentionList } from "../mentions/useMentionList.ts";
import { CommentDraft } from "./CommentDraft.ts";
import { draftName, hasDraft, storeDraft, unsentName } from "./drafts.ts";
import "./CommentForm.css";

export interface CommentFormProps {
  readonly postId: number;
  /** The comment that the new one replies to. */
  readonly parent?: number;
  readonly label?: string;
  readonly onCancel?: () => void;
  /** Resolves once the host has stored the comment; reports failures to the reader itself, then rejects. */
  readonly onSend: (content: string) => Promise<void>;
}

/** The counter is shown, and read aloud, only near the limit. */
const nearlyFull = 50;

/**
 * Returns the draft of a comment and its text. For a visitor, the draft is what this tab could not
 * send before the session expired, and `isKept` says whether this browser stores a draft of some
 * member on the post.
 */
function useDraft(
  box: RefObject<HTMLTextAreaElement | null>,
  { postId, parent }: CommentFormProps,
) {
  const memberId = usePage().viewer?.id;
  const unsent = unsentName(postId, parent);
  const [draft] = useState(() =>
    memberId === undefined
      ? new CommentDraft(unsent, { place: "sessionStorage" })
      : new CommentDraft(draftName(memberId, postId, parent)),
  );
  const text = useSyncExternalStore(draft.subscribe, draft.text, draft.text);
  // After an expired session the draft stays visible for its author alone.
  const [isKept, setKept] = useState(false);
  useEffect(() => {
    if (memberId === undefined) setKept(hasDraft(postId));
    else storeDraft(unsent, "", "sessionStorage");
    return draft.open(box.current?.value);
  }, [box, draft, memberId, postId, unsent]);
  return { draft, text, isKept };
}

/** Fetches the code that sends comments, when the text field receives the focus. */
function prefetch(): void {
  import("../actions.ts").catch(() => undefined);
}

/** Renders how many characters are left or too many, once the text is within 50 of the limit. */
function Count({ text }: { readonly text: string }) {
  const { t } = usePage();
  const left = commentCharacters - lengthOf(text);
  const isNear = left <= nearlyFull;
  const words =
    left < 0
      ? t("postDetail.comments.over", { count: -left })
      : t("postDetail.comments.left", { count: left });
  return (
    <p className="comment-form-count" role="status" data-over={left < 0}>
      {isNear && words}
    </p>
  );
}

/** Renders a link to the login page, which leads back to this page. */
function LoginLink() {
  const { t } = usePage();
  const path = usePath();
  return (
    <PageLink
      to="login"
      suffix={`?return=${encodeURIComponent(path)}`}
      className="button button-quiet"
      rel="nofollow"
    >
      {t("postDetail.comments.login")}
    </PageLink>
  );
}

/**
 * Renders the form of a comment or reply; its draft stays stored until the host has the comment.
 */
export function CommentForm(props: CommentFormProps) {
  const { postId, parent, onSend, onCancel } = props;
  const { viewer, t } = usePage();
  const id = useId();
  const box = useRef<HTMLTextAreaElement>(null);
  const { draft, text, isKept } = useDraft(box, props);
  const [isSending, setSending] = useState(false);
  const isBusy = useRef(false);
  const length = lengthOf(text);
  const maySend = viewer !== null && !isSending && length > 0 && length <= commentCharacters;

  /**
   * Sends the comment and empties the form; a refused text returns to it. After an expired session
   * this tab also stores it, to show it until the next sign-in.
   */
  const send = async () => {
    isBusy.current = true;
    setSending(true);
    await draft.send(onSend).catch((error: unknown) => {
      if (error instanceof Refusal && error.status === 401)
        storeDraft(unsentName(postId, parent), text, "sessionStorage");
    });
    isBusy.current = false;
    setSending(false);
    // A disabled button loses the focus, so it moves to the text field.
    const holder = document.activeElement;
    if (holder === document.body || holder?.contains(box.current)) box.current?.focus();
  };
  /** Sends the comment if its text is valid and none is being sent. */
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (maySend && !isBusy.current) void send();
  };
  const [Mentions, watchMentions] = useMentionList();
  /** Changes the draft, and offers names once it has an `@`. */
  const change = ({ target: { value } }: ChangeEvent<HTMLTextAreaElement>) => {
    draft.write(value);
    watchMentions(value);
  };
  /** Cancels on Escape and submits on Ctrl+Enter or Cmd+Enter. */
  const press = (event: KeyboardEvent) => {
    const isComposing = event.nativeEvent.isComposing;
    if (event.key === "Escape" && !isComposing) onCancel?.();
    if (event.key !== "Enter" || isComposing || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    box.current?.form?.requestSubmit();
  };

  // `app/openSession.ts` shows `data-kept` when the session has ended.
  return (
    <form
      className="comment-form"
      onSubmit={submit}
      data-kept={viewer && text !== "" ? t("postDetail.comments.keptForLogin") : undefined}
    >
      <label htmlFor={id} className="visually-hidden">
        {props.label ?? t("postDetail.comments.label")}
      </label>
      <textarea
        ref={box}
        id={id}
        name="comment"
        // Going back restores the member's draft, not what another member left in the box.
        autoComplete="off"
        rows={2}
        value={text}
        disabled={viewer === null && text === ""}
        readOnly={viewer === null || isSending}
        aria-invalid={length > commentCharacters}
        placeholder={t(
          viewer ? "postDetail.comments.placeholder" : "postDetail.comments.loginPlaceholder",
        )}
        onChange={change}
        onKeyDown={press}
        onFocus={prefetch}
      />
      {Mentions && <Mentions box={box} text={text} onPick={draft.write} />}
      {viewer === null && (isKept || text !== "") && (
        <p className="comment-form-kept">{t("postDetail.comments.kept")}</p>
      )}
      <div className="comment-form-foot">
        <Count text={text} />
        {viewer === null && <LoginLink />}
        {onCancel && (
          <Button kind="quiet" onPress={onCancel}>
            {t("postDetail.comments.cancelEdit")}
          </Button>
        )}
        <Button type="submit" disabled={!maySend}>
          {t(isSending ? "postDetail.comments.sending" : "postDetail.comments.send")}
        </Button>
      </div>
    </form>
  );
}
