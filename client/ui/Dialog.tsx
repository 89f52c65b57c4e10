/** A modal dialog: the native element, which traps and restores the focus. */
import { type ReactNode, useId, useLayoutEffect, useRef } from "react";
import "./Dialog.css";

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  /** "alertdialog" for a question that the reader must answer. */
  readonly role?: "dialog" | "alertdialog";
  readonly children: ReactNode;
}

/**
 * Renders a modal dialog, open while it is rendered; Escape calls `onClose`. It closes itself
 * before it unmounts, because the browser returns the focus only then.
 */
export function Dialog({ title, onClose, role = "dialog", children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);

  return (
    <dialog
      ref={dialog}
      className="dialog"
      role={role}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <h2 id={heading} className="dialog-title">
        {title}
      </h2>
      {children}
    </dialog>
  );
}
