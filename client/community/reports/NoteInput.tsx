/** The field of a note to moderators or members: one line, its length counted as the host counts it. */
import type { FormEvent, InputHTMLAttributes } from "react";
import { reportNoteCharacters } from "../../contracts/limits.generated.ts";
import { lengthOf } from "../../language/length.ts";

interface NoteInputProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly id: string;
  readonly name: "note" | "reason";
  /** What the browser says of a note that the host would refuse. */
  readonly tooLong: string;
}

/**
 * Renders the field. A longer note stays as it is and is not sent; `maxlength` would cut a pasted one
 * without a word, and counts an emoji as two.
 */
export function NoteInput({ tooLong, ...input }: NoteInputProps) {
  /** Marks the field as invalid while its note is too long. */
  const check = ({ currentTarget: field }: FormEvent<HTMLInputElement>) =>
    field.setCustomValidity(lengthOf(field.value) > reportNoteCharacters ? tooLong : "");
  return <input {...input} onInput={check} />;
}
