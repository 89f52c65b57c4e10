/** A part of the account's forms: its heading in the margin, its fields beside it. */
import { type ReactNode, useId } from "react";
import "./EditSection.css";

interface EditSectionProps {
  readonly heading: string;
  readonly children: ReactNode;
}

export function EditSection({ heading, children }: EditSectionProps) {
  const id = useId();
  return (
    <section className="edit-section" aria-labelledby={id}>
      <h2 id={id}>{heading}</h2>
      <div>{children}</div>
    </section>
  );
}
