/** A text of a post that the host refused: the message stands at its field until the text is changed. */
import type { Draft } from "./draft.ts";

export interface RefusedText {
  /** Name of the field, or the key of the picture that the text describes. */
  readonly field: string;
  readonly text: Draft[keyof Draft];
  /** The message. */
  readonly problem: string;
}

/** Returns the message of a refused text while the field has that text; otherwise undefined. */
export function refusalOf(
  refused: RefusedText | undefined,
  field: string,
  text: string,
): string | undefined {
  return refused?.field === field && refused.text === text ? refused.problem : undefined;
}
