/** Message about a deletion with a button that undoes it, for as long as the host allows. */
import { undoSeconds } from "../contracts/limits.generated.ts";
import type { Translate } from "../language/translator.ts";
import { notify } from "../ui/notify.ts";
import { isUnanswered } from "../wire/repeatable.ts";

interface Undo {
  readonly t: Translate;
  readonly text: string;
  readonly done: string;
  /** Id of the element that the page shows again after the undo. */
  readonly restored: string;
  readonly run: () => Promise<void>;
  /** Reports a failure; returns a function that removes the report. */
  readonly onFailure: (error: unknown) => () => void;
}

/** How long a page may take to load what an undo has restored. */
const restoredWithinMs = 10_000;

/** Returns a controller that the reader's next key or press aborts. */
function untilNextInput(): AbortController {
  const waiting = new AbortController();
  const { signal } = waiting;
  const abort = () => waiting.abort();
  for (const type of ["keydown", "pointerdown"])
    addEventListener(type, abort, { capture: true, signal });
  return waiting;
}

/** Focuses the first link in the element with this id once it is shown, unless `waiting` ends. */
function focusWhenShown(id: string, waiting: AbortController): void {
  if (waiting.signal.aborted) return;
  const end = () => waiting.abort();
  /** Focuses the link if it is on the page. */
  const look = () => {
    const link = document.getElementById(id)?.querySelector("a");
    if (!link) return;
    end();
    link.focus();
  };
  const observer = new MutationObserver(look);
  observer.observe(document.body, { subtree: true, childList: true });
  waiting.signal.addEventListener("abort", () => observer.disconnect());
  setTimeout(end, restoredWithinMs);
  look();
}

/**
 * Shows a message with a button that calls `run`, and then the message `done`. The focus moves to
 * the button, because the deleted element has lost it, and after the undo to the restored element,
 * unless the reader has moved it. After a failure without an answer the button is shown again, for
 * the rest of the time.
 */
export function offerUndo(offer: Undo, until = Date.now() + undoSeconds * 1000): void {
  const { t, text, done, restored, run, onFailure } = offer;
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
    const waiting = untilNextInput();
    try {
      await run();
      notify({ text: done, kind: "status", close });
      focusWhenShown(restored, waiting);
    } catch (error) {
      waiting.abort();
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
