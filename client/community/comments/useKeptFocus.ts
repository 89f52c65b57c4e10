/** Moves the focus to a neighbouring comment when the focused one is deleted. */
import { type RefObject, useEffect, useRef } from "react";
import type { Thread } from "./thread.ts";

export function useKeptFocus<Home extends HTMLElement>(
  thread: Thread | undefined,
): RefObject<Home | null> {
  const home = useRef<Home>(null);
  const leaving = thread?.leaving.length ?? 0;
  useEffect(() => {
    if (leaving > 0 && document.activeElement === document.body)
      home.current?.focus({ preventScroll: true });
  }, [leaving]);
  return home;
}
