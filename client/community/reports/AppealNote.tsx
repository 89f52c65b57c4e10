/** The labelled field for the reason of an appeal. */
import { usePage } from "../../page/PageContext.ts";
import { NoteInput } from "./NoteInput.tsx";

interface AppealNoteProps {
  /** The id of the decision's entry in the moderation log. */
  readonly entry: number | undefined;
  /** The text that the host refused, if it did. */
  readonly typed: string | undefined;
}

/** Renders label and field of a form that appeals against a decision. */
export function AppealNote({ entry, typed }: AppealNoteProps) {
  const { t } = usePage();
  const id = `appeal-${entry}`;
  return (
    <p>
      <label htmlFor={id}>{t("account.appeal.note")}</label>
      <NoteInput
        id={id}
        name="note"
        tooLong={t("account.appeal.errors.note")}
        defaultValue={typed}
        required
      />
    </p>
  );
}
