/** A section of a long form, with its heading in the margin. */
import { type ReactNode, useId, useSyncExternalStore } from "react";
import { Button } from "./Button.tsx";
import "./FormSection.css";

interface FormSectionProps {
  readonly heading: ReactNode;
  /** Fragment of the section's address. */
  readonly id?: string;
  readonly children: ReactNode;
}

/** Renders a section of a form, labelled by its heading. */
export function FormSection({ heading, id, children }: FormSectionProps) {
  const label = useId();
  return (
    <section className="form-section" id={id} aria-labelledby={label}>
      <h2 id={label}>{heading}</h2>
      <div>{children}</div>
    </section>
  );
}

/** Renders the bar of a form's buttons, sticky at the bottom of the window. */
export function FormBar({ children }: { readonly children: ReactNode }) {
  return <div className="form-bar">{children}</div>;
}

interface SubmitButtonProps {
  readonly disabled: boolean;
  readonly children: ReactNode;
}

/** Subscribes to nothing: a page that is hydrated stays so. */
const subscribe = () => () => {};

/**
 * Renders the submit button of a form that scripts send. It is disabled until they run: the browser
 * itself would put the form's texts into the address.
 */
export function SubmitButton({ disabled, children }: SubmitButtonProps) {
  const isWaiting = useSyncExternalStore(
    subscribe,
    () => false,
    () => true,
  );
  return (
    <Button type="submit" disabled={disabled || isWaiting}>
      {children}
    </Button>
  );
}
