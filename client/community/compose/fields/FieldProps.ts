/** Props of every field: the draft and its change handler. */
import type { Draft } from "../draft.ts";

export interface FieldProps {
  readonly draft: Draft;
  readonly onChange: (part: Partial<Draft>) => void;
}
