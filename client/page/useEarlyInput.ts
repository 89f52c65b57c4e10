/** Values of a form at hydration: on slow connections readers type before the scripts arrive. */
import { type RefObject, useEffect, useRef } from "react";

/** Calls the function once with the typed and chosen values. */
export function useEarlyInput(
  form: RefObject<HTMLFormElement | null>,
  onValues: (form: HTMLFormElement) => void,
): void {
  const first = useRef(onValues);
  useEffect(() => {
    if (form.current !== null) first.current(form.current);
  }, [form]);
}
