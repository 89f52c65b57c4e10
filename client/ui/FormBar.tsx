/** What ends a form: stays in sight at the foot of the window while the form scrolls. */
import type { ReactNode } from "react";
import "./FormBar.css";

export function FormBar({ children }: { readonly children: ReactNode }) {
  return <div className="form-bar">{children}</div>;
}
