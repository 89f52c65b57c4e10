/** What stands in a form when it comes alive: on a slow line a reader fills it in before the scripts arrive. */
import { type RefObject, useEffect, useRef } from "react";

/** Told once what was typed and chosen. */
export function useEarlyInput(
  form: RefObject<HTMLFormElement | null>,
  hear: (form: HTMLFormElement) => void,
): void {
  const first = useRef(hear);
  useEffect(() => {
    if (form.current !== null) first.current(form.current);
  }, [form]);
}
