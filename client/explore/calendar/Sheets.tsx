/** Rows below a head that each printed sheet repeats, as a browser does only for tables. */
import type { ReactNode } from "react";

interface SheetsProps {
  readonly head: ReactNode;
  readonly children: ReactNode;
}

/** Renders the rows below their head. */
export function Sheets({ head, children }: SheetsProps) {
  return (
    <div className="calendar-sheets">
      <div className="calendar-top">{head}</div>
      {children}
    </div>
  );
}
