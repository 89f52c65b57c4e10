/** What every field of the form is handed: the draft, and the way to change it. */
import type { Draft } from "../draft.ts";

export interface FieldProps {
  readonly draft: Draft;
  readonly onChange: (part: Partial<Draft>) => void;
}
