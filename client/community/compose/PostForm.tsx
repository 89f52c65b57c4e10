/** The form of a new or stored post. */
import { useReplace } from "../../page/address.ts";
import {
  type ClipboardEvent,
  type ComponentType,
  type FormEvent,
  type KeyboardEvent,
  useEffect,
  useRef,
  useState,
} from "react";
import { pathFor } from "../../language/paths.ts";
import { usePage } from "../../page/PageContext.ts";
import { useUnsaved } from "../../ui/useUnsaved.ts";
import type { PostView } from "../../wire/types.generated.ts";
import type { InitialPost } from "./compositionState.ts";
import { contentProblem } from "./draft.ts";
import { DraftNotice } from "./DraftNotice.tsx";
import type { LeaveDialogProps } from "./LeaveDialog.tsx";
import { isPending, roomFor } from "./pictures/pictures.ts";
import { PostSections } from "./PostSections.tsx";
import { useComposition } from "./useComposition.ts";
import { useSubmitPost } from "./useSubmitPost.ts";
import { Button } from "../../ui/Button.tsx";
import { FormBar, SubmitButton } from "../../ui/FormSection.tsx";
import { postImages } from "../../contracts/limits.generated.ts";
import { useNotify } from "../../page/useNotify.ts";
import type { PictureTray } from "./pictures/PictureTray.ts";
import "./PostForm.css";

interface PostFormProps {
  readonly start: InitialPost;
  /** The post being edited; null for a new one. */
  readonly edited: PostView | null;
}

/** An invalid field, or the button to repeat a failed upload. */
const wrong = '[aria-invalid="true"], [data-way="retry"]';

/** Moves the focus to what is wrong in a form, if there is anything. */
function focusWrong(form: HTMLFormElement | null): void {
  const field = form?.querySelector<HTMLElement>(wrong);
  // A folded field cannot take the focus.
  field?.closest("details")?.setAttribute("open", "");
  field?.focus();
}

/**
 * Prevents Enter in a one-line field from submitting the form: it may confirm an IME conversion.
 */
function preventEnterSubmit(event: KeyboardEvent): void {
  const isSingleLine = event.target instanceof HTMLInputElement;
  if (event.key === "Enter" && isSingleLine) event.preventDefault();
}

/** Returns a handler that hands pasted files to `onFiles`; text is pasted as usual. */
function usePaste(onFiles: (files: readonly File[]) => void) {
  return (event: ClipboardEvent) => {
    const { files, types } = event.clipboardData;
    // Copied text that comes with a picture of itself is pasted as text.
    if (files.length === 0 || types.includes("text/plain")) return;
    event.preventDefault();
    onFiles([...files]);
  };
}

/** Renders the form of a new or an edited post; input that is not sent stays as a draft. */
export function PostForm({ start, edited }: PostFormProps) {
  const { language, t } = usePage();
  const go = useReplace();
  const form = useRef<HTMLFormElement>(null);
  const [composition, shown] = useComposition(start, form, edited?.id);
  const { isSubmitting, refused, submit } = useSubmitPost(composition, edited, () =>
    focusWrong(form.current),
  );
  // The field that the host refused is marked by now.
  useEffect(() => {
    if (refused) focusWrong(form.current);
  }, [refused]);
  const [LeaveDialog, askToLeave, stay] = useLeaveDialog(composition.isChanged);
  const onFiles = useFiles(composition.tray, roomFor(shown.pictures) === 0);
  const onPaste = usePaste(onFiles);
  const release = useUnsaved(composition.isUnsaved);
  const kept = composition.kept && t(`createPost.draft.${composition.kept}`);
  const isUploading = shown.pictures.some(isPending);
  const waits: PostState = isUploading ? "uploading" : "idle";
  /** Leaves the form, to the edited post or to the feed. */
  const leave = () => {
    release();
    const post = edited && pathFor("post", language, { id: String(edited.id) });
    go(post ?? pathFor("community", language));
  };
  /** Submits the post in place of the browser. */
  const send = (event: FormEvent) => {
    event.preventDefault();
    submit();
  };

  return (
    <form
      ref={form}
      className="post-form"
      // Going back restores the draft of the member, not what another member left in the fields.
      autoComplete="off"
      // A post that is being sent reports an expired session itself.
      data-kept={isSubmitting ? undefined : kept}
      onSubmit={send}
      onKeyDown={preventEnterSubmit}
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
        <PostSections shown={shown} refused={refused} composition={composition} onFiles={onFiles} />
        <PostBar
          state={isSubmitting ? "submitting" : waits}
          isNew={edited === null}
          kept={kept}
          disabled={contentProblem(shown.draft) === "contentRequired"}
          onCancel={() => (composition.isChanged ? askToLeave() : leave())}
        />
      </div>
      {LeaveDialog && (
        <LeaveDialog
          onStay={stay}
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

/** Loads the code of the dialog on leaving a draft. */
const leaveDialog = () => import("./LeaveDialog.tsx");

/**
 * Returns the dialog on leaving a draft while it is open, a function that opens it, and one that
 * closes it. Its code is loaded once the draft `isChanged`, in case the connection is lost later.
 */
function useLeaveDialog(isChanged: boolean) {
  const { t } = usePage();
  const { alert } = useNotify();
  const [Shown, setShown] = useState<ComponentType<LeaveDialogProps>>();
  const removeAlert = useRef<() => void>(undefined);
  useEffect(() => {
    if (isChanged) leaveDialog().catch(() => undefined);
  }, [isChanged]);
  /** Opens the dialog. */
  const open = async () => {
    removeAlert.current?.();
    try {
      const { LeaveDialog } = await leaveDialog();
      setShown(() => LeaveDialog);
    } catch {
      removeAlert.current = alert(t("app.networkError"));
    }
  };
  return [Shown, () => void open(), () => setShown(undefined)] as const;
}

type PostState = "idle" | "uploading" | "submitting";

interface PostBarProps {
  readonly state: PostState;
  readonly isNew: boolean;
  /** The message that a draft is stored in this browser. */
  readonly kept: string | undefined;
  readonly disabled: boolean;
  readonly onCancel: () => void;
}

/**
 * Renders the bar with the buttons to post and to leave, which stays visible while the form
 * scrolls.
 */
function PostBar({ state, isNew, kept, disabled, onCancel }: PostBarProps) {
  const { t } = usePage();
  const label = t(`createPost.bar.${state === "uploading" ? state : labelKeyOf(isNew, state)}`);
  return (
    <FormBar>
      <p className="post-bar-kept quiet">{kept}</p>
      <Button kind="quiet" onPress={onCancel} disabled={state === "submitting"}>
        {t("createPost.bar.cancel")}
      </Button>
      <SubmitButton disabled={disabled || state !== "idle"}>{label}</SubmitButton>
      <p className="visually-hidden" role="status">
        {state === "idle" ? "" : label}
      </p>
    </FormBar>
  );
}

/** Returns the last word of the message key of the submit button. */
function labelKeyOf(isNew: boolean, state: "idle" | "submitting") {
  if (isNew) return state;
  return state === "idle" ? "save" : "saving";
}

/** Removes all messages by calling their functions. */
function removeAll(alerts: readonly (() => void)[]): void {
  for (const remove of alerts) remove();
}

/**
 * Returns a function that adds chosen, dropped or pasted files and reports those that are refused.
 */
function useFiles(tray: PictureTray, isFull: boolean): (files: readonly File[]) => void {
  const { t } = usePage();
  const { alert } = useNotify();
  const shownAlerts = useRef<readonly (() => void)[]>([]);
  // Errors of the previous files are removed, also when the page changes.
  useEffect(() => () => removeAll(shownAlerts.current), []);
  useEffect(() => {
    if (!isFull) removeAll(shownAlerts.current);
  }, [isFull]);
  return (files) => {
    if (files.length === 0) return;
    removeAll(shownAlerts.current);
    const { hasOthers, isTooMany } = tray.add(files);
    shownAlerts.current = [
      ...(hasOthers ? [alert(t("createPost.errors.imageTypeError"))] : []),
      ...(isTooMany ? [alert(t("createPost.errors.imageCountError", { most: postImages }))] : []),
    ];
  };
}
