/** A section of a long form, with its heading in the margin. */
import { type ReactNode, useId } from "react";
import "./FormSection.css";

interface FormSectionProps {
  readonly heading: string;
  readonly children: ReactNode;
}

export function FormSection({ heading, children }: FormSectionProps) {
  const id = useId();
  return (
    <section className="form-section" aria-labelledby={id}>
      <h2 id={id}>{heading}</h2>
      <div>{children}</div>
    </section>
  );
}

/** The buttons of a form, sticky at the bottom of the window. */
export function FormBar({ children }: { readonly children: ReactNode }) {
  return <div className="form-bar">{children}</div>;
}
