/** Values of a form at hydration: on slow connections readers type before the scripts arrive. */
import { type RefObject, useEffect, useRef } from "react";

/** Calls `onValues` once after hydration, with the form as the reader had filled it in before. */
export function useEarlyInput(
  form: RefObject<HTMLFormElement | null>,
  onValues: (form: HTMLFormElement) => void,
): void {
  const first = useRef(onValues);
  useEffect(() => {
    if (form.current !== null) first.current(form.current);
  }, [form]);
}
