/** Closes open notes by Escape and by a press elsewhere. */
import { useEffect } from "react";

/** Closes the open notes: all of them by a key, those outside of the press by a press. */
function close(event: Event): void {
  for (const note of document.querySelectorAll<HTMLDetailsElement>(".claim[open]")) {
    const isInside = event.target instanceof Node && note.contains(event.target);
    if (event.type === "keydown") {
      if (isInside) note.querySelector("summary")?.focus();
      note.open = false;
    } else if (!isInside) note.open = false;
  }
}

function closeByKey(event: KeyboardEvent): void {
  if (event.key === "Escape") close(event);
}

/** Closes the open notes on Escape and on a press elsewhere, while the page is open. */
export function useClaimNotes(): void {
  useEffect(() => {
    document.addEventListener("click", close);
    document.addEventListener("keydown", closeByKey);
    return () => {
      document.removeEventListener("click", close);
      document.removeEventListener("keydown", closeByKey);
    };
  }, []);
}
