/** The form of a new or stored post. */
import { useReplace } from "../../page/address.ts";
import { type ClipboardEvent, type FormEvent, type KeyboardEvent, useRef, useState } from "react";
import { pathFor } from "../../language/paths.ts";
import { usePage } from "../../page/PageContext.ts";
import { useUnsaved } from "../../ui/useUnsaved.ts";
import type { PostView } from "../../wire/types.generated.ts";
import type { Start } from "./Composition.ts";
import { contentProblem } from "./draft.ts";
import { DraftNotice } from "./DraftNotice.tsx";
import { LeaveDialog } from "./LeaveDialog.tsx";
import { isOnItsWay, roomFor } from "./pictures/pictures.ts";
import { PostBar, type PostState } from "./PostBar.tsx";
import { PostSections } from "./PostSections.tsx";
import { useComposition } from "./useComposition.ts";
import { useFiles } from "./pictures/useFiles.ts";
import { useSubmitPost } from "./useSubmitPost.ts";
import "./PostForm.css";

interface PostFormProps {
  readonly start: Start;
  /** The post being edited; null for a new one. */
  readonly edited: PostView | null;
}

/** An invalid field, or the button to repeat a failed upload. */
const wrong = '[aria-invalid="true"], [data-way="retry"]';

/** Enter in a one-line field does not submit: it may confirm an IME conversion. */
function stayInForm(event: KeyboardEvent): void {
  const isSingleLine = event.target instanceof HTMLInputElement;
  if (event.key === "Enter" && isSingleLine) event.preventDefault();
}

function usePaste(onFiles: (files: readonly File[]) => void) {
  return (event: ClipboardEvent) => {
    const { files, types } = event.clipboardData;
    // Copied text that comes with a picture of itself is pasted as text.
    if (files.length === 0 || types.includes("text/plain")) return;
    event.preventDefault();
    onFiles([...files]);
  };
}

export function PostForm({ start, edited }: PostFormProps) {
  const { language, t } = usePage();
  const go = useReplace();
  const form = useRef<HTMLFormElement>(null);
  const [composition, shown] = useComposition(start, form);
  const { isSubmitting, submit } = useSubmitPost(composition, edited, () => {
    form.current?.querySelector<HTMLElement>(wrong)?.focus();
  });
  const [isLeaving, setLeaving] = useState(false);
  const onFiles = useFiles(composition.tray, roomFor(shown.pictures) === 0);
  const onPaste = usePaste(onFiles);
  const release = useUnsaved(composition.isUnsaved);
  const isUploading = shown.pictures.some(isOnItsWay);
  const waits: PostState = isUploading ? "uploading" : "idle";
  const leave = () => {
    release();
    const post = edited && pathFor("post", language, { id: String(edited.id) });
    go(post ?? pathFor("community", language));
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    submit();
  };

  return (
    <form
      ref={form}
      className="post-form"
      onSubmit={send}
      onKeyDown={stayInForm}
      onPaste={onPaste}
      noValidate
    >
      <header className="page-title">
        <h1>{t(edited ? "createPost.edit.title" : "createPost.title")}</h1>
        <p>{t(edited ? "createPost.edit.lead" : "createPost.lead")}</p>
      </header>
      <p className="without-scripts without-scripts-note">{t("createPost.needsScripts")}</p>
      <div className="post-form-body">
        <DraftNotice shown={shown} composition={composition} />
        <PostSections
          shown={shown}
          composition={composition}
          isNew={edited === null}
          onFiles={onFiles}
        />
        <PostBar
          state={isSubmitting ? "submitting" : waits}
          isNew={edited === null}
          isKept={shown.isKept && composition.isChanged}
          disabled={contentProblem(shown.draft) === "contentRequired"}
          onCancel={() => (composition.isChanged ? setLeaving(true) : leave())}
        />
      </div>
      {isLeaving && (
        <LeaveDialog
          onStay={() => setLeaving(false)}
          onKeep={leave}
          onDiscard={() => {
            composition.discard();
            leave();
          }}
        />
      )}
    </form>
  );
}
