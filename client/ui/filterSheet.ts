/** Filters of a list, which are part of its form and on phones open as a sheet. */
import type { FocusEvent } from "react";
import "./FilterForm.css";

/**
 * Closes the sheet of filters when the keyboard focus leaves the form, so that it covers no focused
 * element. A press on a label moves the focus to the main element around the form, and closes
 * nothing: the sheet would be gone before the press counts.
 */
export function closeSheet({ currentTarget: form, relatedTarget: next }: FocusEvent<HTMLElement>) {
  const sheet = form.querySelector<HTMLElement>(".filter-sheet");
  if (next === null || form.contains(next) || next.contains(form)) return;
  if (sheet && "popover" in sheet && sheet.matches(":popover-open")) sheet.hidePopover();
}
