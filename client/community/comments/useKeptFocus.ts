/** Moves the focus to a neighbouring comment when the focused one is deleted. */
import { type RefObject, useEffect, useRef } from "react";
import type { Thread } from "./thread.ts";

export function useKeptFocus<Container extends HTMLElement>(
  thread: Thread | undefined,
): RefObject<Container | null> {
  const container = useRef<Container>(null);
  const deleting = thread?.deleting.length ?? 0;
  useEffect(() => {
    if (deleting > 0 && document.activeElement === document.body)
      container.current?.focus({ preventScroll: true });
  }, [deleting]);
  return container;
}
