/** The form in place of an own comment that is being edited; its text is kept until the host has stored it. */
import {
  type FormEvent,
  type KeyboardEvent,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { commentCharacters } from "../../contracts/limits.generated.ts";
import { lengthOf } from "../../language/length.ts";
import { usePage } from "../../page/PageContext.ts";
import { Button } from "../../ui/Button.tsx";
import type { CommentDraft } from "./CommentDraft.ts";

export interface CommentEditProps {
  readonly content: string;
  readonly draft: CommentDraft;
  /** The form was opened for its draft, not by the member: the focus stays where it is. */
  readonly isRestored: boolean;
  /** Resolves once the host has stored the text; reports failures to the reader itself, then rejects. */
  readonly onSave: (content: string) => Promise<void>;
  readonly onClose: () => void;
}

/**
 * Renders the form that changes a comment; Ctrl+Enter saves, Escape closes. Closing removes the
 * draft; leaving the page does not.
 */
export function CommentEdit({ content, draft, isRestored, onSave, onClose }: CommentEditProps) {
  const { t } = usePage();
  const box = useRef<HTMLTextAreaElement>(null);
  const text = useSyncExternalStore(draft.subscribe, draft.text, draft.text);
  const [isSending, setSending] = useState(false);
  const over = lengthOf(text) - commentCharacters;
  const maySave = !isSending && over <= 0 && lengthOf(text) > 0;
  const onGone = useEffectEvent(onClose);
  useEffect(() => draft.open("", () => onGone()), [draft]);
  useEffect(() => {
    const field = box.current;
    if (isRestored || !field) return;
    field.focus();
    field.setSelectionRange(field.value.length, field.value.length);
  }, [isRestored]);
  /** Removes the draft and closes the form. */
  const cancel = () => {
    draft.discard();
    onClose();
  };
  /** Saves the text and closes the form; after a failure the form stays. */
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!maySave) return;
    setSending(true);
    await draft.send(onSave).then(onClose, () => setSending(false));
  };
  /** Closes the form on Escape and submits it on Ctrl+Enter or Cmd+Enter. */
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Escape") cancel();
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    box.current?.form?.requestSubmit();
  };
  return (
    <form
      className="comment-form"
      // An edit that is being saved reports an expired session itself.
      data-kept={text !== content && !isSending ? t("postDetail.comments.editKept") : undefined}
      onSubmit={(event) => void submit(event)}
    >
      <textarea
        ref={box}
        rows={3}
        autoComplete="off"
        aria-label={t("postDetail.comments.editLabel")}
        aria-invalid={over > 0}
        value={text}
        readOnly={isSending}
        onChange={(event) => draft.write(event.target.value)}
        onKeyDown={press}
      />
      <div className="comment-form-foot">
        <p className="comment-form-count" role="status" data-over={over > 0}>
          {over > 0 && t("postDetail.comments.over", { count: over })}
        </p>
        <Button kind="quiet" onPress={cancel}>
          {t("postDetail.comments.cancelEdit")}
        </Button>
        <Button type="submit" disabled={!maySave}>
          {t("postDetail.comments.saveEdit")}
        </Button>
      </div>
    </form>
  );
}
