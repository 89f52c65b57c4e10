/** A labelled radio button of a group of which one must be chosen; it counts as invalid only after a refusal. */
import type { FormEvent, ReactNode } from "react";

interface RequiredRadioProps {
  readonly name: string;
  readonly value: string;
  readonly defaultChecked?: boolean;
  /** The host refused the form because none was chosen. */
  readonly isRefused?: boolean;
  /** The label. */
  readonly children: ReactNode;
}

/** Leaves it to the browser whether the button is valid, once it has refused to send the form. */
function onInvalid({ currentTarget }: FormEvent<HTMLInputElement>): void {
  currentTarget.removeAttribute("aria-invalid");
}

/**
 * Renders the button with its label. Chromium's accessibility tree has required radio buttons as invalid before
 * the reader has done anything, unless `aria-invalid` says otherwise.
 */
export function RequiredRadio({ isRefused, children, ...input }: RequiredRadioProps) {
  return (
    <label>
      <input
        {...input}
        type="radio"
        required
        aria-invalid={isRefused ? undefined : false}
        onInvalid={onInvalid}
      />
      {children}
    </label>
  );
}
