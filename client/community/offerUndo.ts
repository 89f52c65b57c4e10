/** Message about a deletion with a button that undoes it, for as long as the host allows. */
import { undoSeconds } from "../contracts/limits.generated.ts";
import type { Translate } from "../language/translator.ts";
import { notify } from "../ui/notify.ts";
import { isUnanswered } from "../wire/repeatable.ts";

interface Undo {
  readonly t: Translate;
  readonly text: string;
  readonly done: string;
  readonly run: () => Promise<void>;
  /** Reports a failure; returns a function that removes the report. */
  readonly onFailure: (error: unknown) => () => void;
}

/**
 * Shows a message with a button that calls `run`, and then the message `done`. The focus moves to
 * the button, because the deleted element has lost it, and back after the undo. After a failure
 * without an answer the button is shown again, for the rest of the time.
 */
export function offerUndo(offer: Undo, until = Date.now() + undoSeconds * 1000): void {
  const { t, text, done, run, onFailure } = offer;
  const button = document.createElement("button");
  button.type = "button";
  button.className = "message-action";
  button.textContent = t("postDetail.undo.label");
  const close = t("app.close");
  const action = { button, shownMs: until - Date.now() };
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
      const removeReport = onFailure(error);
      if (!isUnanswered(error) || Date.now() >= until) return;
      /** Tries again; the report of this attempt is then no longer valid. */
      const runAgain = () => {
        removeReport();
        return run();
      };
      offerUndo({ ...offer, run: runAgain }, until);
    }
  };
  button.addEventListener("click", () => void undo());
  button.focus();
}
