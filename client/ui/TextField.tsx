/** A text field with label, error and counter. */
import { type ChangeEvent, type ReactNode, type RefObject, useId } from "react";
import "./TextField.css";

export interface Counter {
  /** "12 / 50", visible only. */
  readonly text: string;
  /** Announced when little is left or the limit is exceeded. */
  readonly spoken: string;
  readonly isOver: boolean;
}

interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly name: string;
  /** More than one row makes it a text area. */
  readonly rows?: number;
  readonly hint?: string;
  readonly problem?: string | undefined;
  readonly counter?: Counter;
  readonly autoComplete?: string;
  /** The on-screen keyboard of phones. */
  readonly inputMode?: "numeric";
  readonly disabled?: boolean;
  readonly isRequired?: boolean;
  /** The element of a text area. */
  readonly box?: RefObject<HTMLTextAreaElement | null>;
  /** Below the text area, as a list of completions. */
  readonly children?: ReactNode;
}

/** Renders a labelled input, or from two rows on a textarea; a problem replaces the hint. */
export function TextField(props: TextFieldProps) {
  const { label, value, onChange, name, rows = 1, hint, problem, counter } = props;
  const id = useId();
  const shared = {
    id,
    name,
    value,
    disabled: props.disabled ?? false,
    "aria-invalid": problem !== undefined,
    "aria-required": props.isRequired,
    "aria-describedby": `${id}-notes`,
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      onChange(event.target.value),
  };
  return (
    <div className="text-field">
      <label htmlFor={id}>{label}</label>
      {rows > 1 ? (
        <textarea {...shared} ref={props.box} rows={rows} />
      ) : (
        <input
          {...shared}
          type="text"
          inputMode={props.inputMode}
          autoComplete={props.autoComplete ?? "off"}
        />
      )}
      {props.children}
      <div id={`${id}-notes`} className="text-field-notes">
        <p className={problem ? "text-field-problem" : "text-field-hint"}>{problem ?? hint}</p>
        {counter && (
          <p className="text-field-counter" data-over={counter.isOver} aria-hidden="true">
            {counter.text}
          </p>
        )}
      </div>
      {counter && (
        <p className="visually-hidden" role="status">
          {counter.spoken}
        </p>
      )}
    </div>
  );
}
