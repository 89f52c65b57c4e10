/** Restores the focus when rows of a list move or disappear. */
import { type RefObject, useCallback, useEffect, useRef } from "react";

/** Selectors of the next focus target, the best first. */
export type FocusAfter = (...selectors: readonly string[]) => void;

export function useFocusAfter(box: RefObject<HTMLElement | null>): FocusAfter {
  const wanted = useRef<readonly string[]>([]);
  useEffect(() => {
    const selectors = wanted.current;
    wanted.current = [];
    for (const selector of selectors) {
      const target = box.current?.querySelector<HTMLElement>(selector);
      if (!target) continue;
      target.focus();
      return;
    }
  });
  return useCallback((...selectors) => {
    wanted.current = selectors;
  }, []);
}
