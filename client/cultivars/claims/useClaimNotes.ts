/** Closes open notes by Escape and by a press elsewhere. */
import { useEffect } from "react";

/**
 * Closes open notes: on a key press all, with the focus going back from inside a note to its mark,
 * and on a click those outside of which it happened.
 */
function closeNotes(event: Event): void {
  for (const note of document.querySelectorAll<HTMLDetailsElement>(".claim[open]")) {
    const isInside = event.target instanceof Node && note.contains(event.target);
    if (event.type === "keydown") {
      if (isInside) note.querySelector("summary")?.focus();
      note.open = false;
    } else if (!isInside) note.open = false;
  }
}

/** Closes all open notes if the pressed key is Escape. */
function closeByKey(event: KeyboardEvent): void {
  if (event.key === "Escape") closeNotes(event);
}

/** Closes open notes on Escape and on a press elsewhere, while the component is mounted. */
export function useClaimNotes(): void {
  useEffect(() => {
    document.addEventListener("click", closeNotes);
    document.addEventListener("keydown", closeByKey);
    return () => {
      document.removeEventListener("click", closeNotes);
      document.removeEventListener("keydown", closeByKey);
    };
  }, []);
}
