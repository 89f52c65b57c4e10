/** Display name and bio, each with a counter. */
import {
  bioCharacters,
  bioRows,
  displayNameCharacters,
} from "../../../contracts/limits.generated.ts";
import { lengthOf } from "../../../language/length.ts";
import { usePage } from "../../../page/PageContext.ts";
import { TextField } from "../../../ui/TextField.tsx";
import { bioProblem, type Draft, nameProblem, type Problem } from "./draft.ts";

export interface FieldProps {
  readonly draft: Draft;
  readonly onChange: (part: Partial<Draft>) => void;
  readonly disabled?: boolean;
}

/** The counter is announced only near the limit; announcing every letter would interrupt a screen reader. */
const nearlyFull = 20;

/** Renders name and bio with problems and counters; nearly full ones and problems are announced. */
export function TextFields({ draft, onChange, disabled = false }: FieldProps) {
  const { t } = usePage();
  /** Returns what screen readers announce about the characters left. */
  const spoken = (left: number) => {
    if (left < 0) return t("profileEdit.over", { count: -left });
    return left <= nearlyFull ? t("profileEdit.left", { count: left }) : "";
  };
  /** Returns the message of a problem. */
  const words = (problem: Problem | undefined, most: number) =>
    problem && t(`profileEdit.errors.${problem}`, { most });
  /** Returns the counter of a field. */
  const counter = (text: string, most: number, problem: Problem | undefined) => {
    const length = lengthOf(text);
    const left = most - length;
    return {
      text: `${length} / ${most}`,
      spoken: spoken(left) || (words(problem, most) ?? ""),
      isOver: left < 0,
    };
  };
  return (
    <div className="edit-form-words">
      <TextField
        label={t("profileEdit.words.name")}
        name="display_name"
        autoComplete="nickname"
        value={draft.displayName}
        onChange={(displayName) => onChange({ displayName })}
        hint={t("profileEdit.words.nameHint")}
        problem={words(nameProblem(draft), displayNameCharacters)}
        counter={counter(draft.displayName, displayNameCharacters, nameProblem(draft))}
        isRequired
        disabled={disabled}
      />
      <TextField
        label={t("profileEdit.words.bio")}
        name="bio"
        rows={bioRows}
        value={draft.bio}
        onChange={(bio) => onChange({ bio })}
        hint={t("profileEdit.words.bioHint")}
        problem={words(bioProblem(draft), bioCharacters)}
        counter={counter(draft.bio, bioCharacters, bioProblem(draft))}
        disabled={disabled}
      />
    </div>
  );
}
