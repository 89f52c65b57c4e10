/** One message about the last attempt of an action. */
import { useRef } from "react";
import { useNotify } from "../../page/useNotify.ts";

/**
 * Returns a function that removes the message of the previous attempt, which is no longer valid, and
 * shows `text` as the new one, if there is any.
 */
export function useLastAlert(): (text?: string) => void {
  const { alert } = useNotify();
  const remove = useRef<() => void>(undefined);
  return (text) => {
    remove.current?.();
    remove.current = text === undefined ? undefined : alert(text);
  };
}
