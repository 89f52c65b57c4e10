/** The buttons of a form, sticky at the bottom of the window. */
import type { ReactNode } from "react";
import "./FormBar.css";

export function FormBar({ children }: { readonly children: ReactNode }) {
  return <div className="form-bar">{children}</div>;
}
