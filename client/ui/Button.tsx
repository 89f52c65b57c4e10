/** A button; what looks like one but leads elsewhere is a link with the class `button`. */
import type { ReactNode } from "react";
import "./Button.css";

interface ButtonProps {
  readonly onPress?: () => void;
  readonly kind?: "strong" | "quiet";
  readonly type?: "button" | "submit";
  readonly disabled?: boolean;
  readonly children: ReactNode;
}

export function Button(props: ButtonProps) {
  const { onPress, kind = "strong", type = "button", disabled = false, children } = props;
  return (
    <button
      className={kind === "quiet" ? "button button-quiet" : "button"}
      type={type}
      disabled={disabled}
      onClick={onPress}
    >
      {children}
    </button>
  );
}
