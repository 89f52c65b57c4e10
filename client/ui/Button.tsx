/** A button; what looks like one but leads elsewhere is a link with the class `button`. */
import type { ReactNode } from "react";
import "./Button.css";

interface ButtonProps {
  readonly onPress?: () => void;
  /** "danger" is for what cannot be taken back. */
  readonly kind?: "strong" | "quiet" | "danger";
  readonly type?: "button" | "submit";
  readonly disabled?: boolean;
  readonly children: ReactNode;
}

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
