/** A section of a long form, with its heading in the margin. */
import { type ReactNode, useId } from "react";
import "./FormSection.css";

interface FormSectionProps {
  readonly heading: string;
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
