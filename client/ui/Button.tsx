/** A button; a link that looks like one has the class `button`. */
import type { ReactNode } from "react";
import "./Button.css";

interface ButtonProps {
  readonly onPress?: () => void;
  /** "danger" is for irreversible actions. */
  readonly kind?: "strong" | "quiet" | "danger";
  readonly type?: "button" | "submit";
  readonly disabled?: boolean;
  readonly children: ReactNode;
}

/** Renders a button of the site; `kind` sets its weight. */
export function Button(props: ButtonProps) {
  const { onPress, kind = "strong", type = "button", disabled = false, children } = props;
  return (
    <button
      className={kind === "strong" ? "button" : `button button-${kind}`}
      type={type}
      disabled={disabled}
      onClick={onPress}
    >
      {children}
    </button>
  );
}
