/** The box of a table that scrolls sideways where it is too wide. */
import type { ReactNode } from "react";

interface ScrollBoxProps {
  readonly className: string;
  /** The id of the table's heading. */
  readonly labelledBy: string;
  readonly children: ReactNode;
}

/**
 * Renders a table's box, which takes the focus, so that arrow keys scroll it. It is a group, because
 * the section around it is already the region of this name.
 */
export function ScrollBox({ className, labelledBy, children }: ScrollBoxProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table is no field of a form.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the box scrolls by arrow keys.
    <div className={className} role="group" aria-labelledby={labelledBy} tabIndex={0}>
      {children}
    </div>
  );
}
