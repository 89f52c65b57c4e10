/** Keeps the keyboard in a thread when the comment that had it is deleted: it goes on among those that stay. */
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
