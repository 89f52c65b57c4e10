/** The form in place of an own comment that is being edited; what was typed stays when the host refuses. */
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { commentCharacters } from "../../contracts/limits.generated.ts";
import { lengthOf, normalized } from "../../language/length.ts";
import { usePage } from "../../page/PageContext.ts";
import { Button } from "../../ui/Button.tsx";

export interface CommentEditProps {
  readonly content: string;
  /** Resolves once the host has stored the text; reports failures to the reader itself, then rejects. */
  readonly onSave: (content: string) => Promise<void>;
  readonly onClose: () => void;
}

/** Renders the form that changes a comment; Ctrl+Enter saves, Escape closes. */
export function CommentEdit({ content, onSave, onClose }: CommentEditProps) {
  const { t } = usePage();
  const box = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(content);
  const [isSending, setSending] = useState(false);
  const over = lengthOf(text) - commentCharacters;
  const maySave = !isSending && over <= 0 && lengthOf(text) > 0;
  useEffect(() => {
    const field = box.current;
    field?.focus();
    field?.setSelectionRange(field.value.length, field.value.length);
  }, []);
  /** Saves the text and closes the form; after a failure the form stays. */
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!maySave) return;
    setSending(true);
    await onSave(normalized(text)).then(onClose, () => setSending(false));
  };
  /** Closes the form on Escape and submits it on Ctrl+Enter or Cmd+Enter. */
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Escape") onClose();
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    box.current?.form?.requestSubmit();
  };
  return (
    <form className="comment-form" onSubmit={(event) => void submit(event)}>
      <textarea
        ref={box}
        rows={3}
        aria-label={t("postDetail.comments.editLabel")}
        aria-invalid={over > 0}
        value={text}
        readOnly={isSending}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={press}
      />
      <div className="comment-form-foot">
        <p className="comment-form-count" role="status" data-over={over > 0}>
          {over > 0 && t("postDetail.comments.over", { count: over })}
        </p>
        <Button kind="quiet" onPress={onClose}>
          {t("postDetail.comments.cancelEdit")}
        </Button>
        <Button type="submit" disabled={!maySave}>
          {t("postDetail.comments.saveEdit")}
        </Button>
      </div>
    </form>
  );
}
