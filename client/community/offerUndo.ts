/** Message about a deletion with a button that undoes it, for as long as the host allows. */
import { undoSeconds } from "../contracts/limits.generated.ts";
import type { Translate } from "../language/translator.ts";
import { notify } from "../ui/notify.ts";

interface Undo {
  readonly t: Translate;
  readonly text: string;
  readonly done: string;
  readonly run: () => Promise<void>;
  readonly onFailure: (error: unknown) => void;
}

/**
 * Shows a message with a button that calls `run`, and then the message `done`. The focus moves to
 * the button, because the deleted element has lost it, and back after the undo.
 */
export function offerUndo({ t, text, done, run, onFailure }: Undo): void {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "message-action";
  button.textContent = t("postDetail.undo.label");
  const close = t("app.close");
  const action = { button, shownMs: undoSeconds * 1000 };
  const remove = notify({ text, kind: "status", close, action });
  const focused = document.activeElement;
  /** Removes the message, calls `run` and reports the result. */
  const undo = async () => {
    remove();
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
    try {
      await run();
      notify({ text: done, kind: "status", close });
    } catch (error) {
      onFailure(error);
    }
  };
  button.addEventListener("click", () => void undo());
  button.focus();
}
