/** Form that undoes a moderator's action; it needs no script. */
import { reportNoteCharacters } from "../../contracts/limits.generated.ts";
import { EditedInput } from "./ThingQuote.tsx";
import { NoteInput } from "./NoteInput.tsx";
import { usePage } from "../../page/PageContext.ts";
import type { ReportedThing } from "../../wire/types.generated.ts";
import { useRefused } from "./refusedForm.ts";
import "./ModerationPage.css";
import "./ReportPage.css";

interface Props {
  /** Id of the action's entry in the log. */
  readonly entry: number;
  /** Id of the element that names the action. */
  readonly describedBy: string;
  /** What the action is about; null if it is gone. */
  readonly thing: ReportedThing | null | undefined;
  /** Query of the log whose entry it is, to which the host leads back; else to the queue. */
  readonly log?: URLSearchParams;
}

/**
 * Renders the field of a reason, which the author reads, and the button that undoes the action. It
 * names the member who is signed in: the host refuses it once another member has signed in.
 */
export function UndoForm({ entry, describedBy, thing, log }: Props) {
  const { language, viewer, t } = usePage();
  const typed = useRefused("undo", entry);
  const place = new URLSearchParams({ language });
  for (const [name, value] of log ? [["page", "log"] as const, ...log] : []) place.set(name, value);
  return (
    <form
      className="report-form case-form undo-form"
      method="post"
      action={`/api/moderation/entries/${entry}/undo/form?${place}`}
    >
      <input type="hidden" name="language" value={language} />
      <EditedInput thing={thing} />
      <input type="hidden" name="member" value={viewer?.id ?? ""} />
      <p>
        <label htmlFor={`undo-note-${entry}`}>{t("moderation.acts.note")}</label>
        <NoteInput
          id={`undo-note-${entry}`}
          name="note"
          tooLong={t("moderation.errors.note", { most: reportNoteCharacters })}
          defaultValue={typed("note")}
        />
      </p>
      <p>
        <button type="submit" className="button button-quiet" aria-describedby={describedBy}>
          {t("moderation.acts.undo")}
        </button>
      </p>
    </form>
  );
}
