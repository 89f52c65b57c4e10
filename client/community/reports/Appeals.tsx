/** Open appeals in the moderators' queue, with a form for each that needs no script. */
import { reportNoteCharacters } from "../../contracts/limits.generated.ts";
import { irreversible } from "../decisions.ts";
import { NoteInput } from "./NoteInput.tsx";
import { momentText } from "../../language/dates.ts";
import { textLanguage } from "../../language/textLanguage.ts";
import { usePage } from "../../page/PageContext.ts";
import { PageLink } from "../../page/PageLink.tsx";
import { RequiredRadio } from "../../page/RequiredRadio.tsx";
import type { AppealList, AppealView } from "../../wire/types.generated.ts";
import { EditedInput, EditedNote, ThingQuote } from "./ThingQuote.tsx";
import { actionName, reasonName } from "./names.ts";
import { useRefused } from "./refusedForm.ts";

const outcomes = ["upheld", "reversed"] as const;

/**
 * Renders the form that upholds or reverses a decision, with a reason that the author reads. It
 * names the member who is signed in: the host refuses it once another member has signed in.
 */
function OutcomeForm({ appeal: { entry_id, action, thing } }: { readonly appeal: AppealView }) {
  const { language, viewer, t } = usePage();
  const typed = useRefused("entry_id", entry_id);
  return (
    <form
      className="report-form case-form"
      method="post"
      action={`/api/moderation/appeals/form?language=${language}`}
    >
      <input type="hidden" name="member" value={viewer?.id ?? ""} />
      <input type="hidden" name="entry_id" value={entry_id} />
      <EditedInput thing={thing} />
      <input type="hidden" name="language" value={language} />
      <fieldset>
        <legend>{t("moderation.decide")}</legend>
        {outcomes.map((outcome) => (
          <RequiredRadio key={outcome} name="outcome" value={outcome}>
            {t(`moderation.appeals.${outcome}`)}
          </RequiredRadio>
        ))}
      </fieldset>
      {irreversible.includes(action) && <p className="quiet">{t("moderation.appeals.gone")}</p>}
      <p>
        <label htmlFor={`appeal-note-${entry_id}`}>{t("moderation.note")}</label>
        <NoteInput
          id={`appeal-note-${entry_id}`}
          name="note"
          tooLong={t("moderation.errors.note", { most: reportNoteCharacters })}
          defaultValue={typed("note")}
          required
        />
      </p>
      <p>
        <button type="submit" className="button">
          {t("moderation.submit")}
        </button>
      </p>
    </form>
  );
}

/** Renders an appeal; the form is left out for readers who may not answer it. */
function Appeal({ appeal }: { readonly appeal: AppealView }) {
  const { language, t } = usePage();
  const { entry_id, action, member_id, member_name, rule, reason, note, thing } = appeal;
  return (
    <article className="case" tabIndex={-1} aria-labelledby={`appeal-${entry_id}`}>
      <h3 id={`appeal-${entry_id}`}>
        {actionName(t, action)} <small>{momentText(appeal.decided_at, language)}</small>
      </h3>
      <p>
        <PageLink to="member" params={{ id: member_id }}>
          {member_name}
        </PageLink>
        {rule && `\u00a0· ${reasonName(t, rule)}`}
        {reason && `\u00a0· ${reason}`}
      </p>
      <ThingQuote thing={thing} />
      <EditedNote
        thing={thing}
        message="moderation.edited.sinceDecision"
        since={appeal.decided_at}
      />
      {irreversible.includes(action) && <p>{t("moderation.appeals.noText")}</p>}
      <p>{t("moderation.appeals.note")}</p>
      <figure className="report-quote">
        <blockquote dir="auto" lang={textLanguage(note)}>
          {note}
        </blockquote>
        <figcaption>{momentText(appeal.created_at, language)}</figcaption>
      </figure>
      {appeal.is_own_decision && appeal.may_answer && <p>{t("moderation.appeals.onlyOne")}</p>}
      {appeal.may_answer ? <OutcomeForm appeal={appeal} /> : <p>{t("moderation.appeals.other")}</p>}
    </article>
  );
}

/** Renders the open appeals; nothing without any. */
export function Appeals({ list }: { readonly list: AppealList }) {
  const { t } = usePage();
  if (list.appeals.length === 0) return null;
  return (
    <section className="queue-section" aria-labelledby="appeals">
      <h2 id="appeals">{t("moderation.appeals.title")}</h2>
      <div className="cases">
        {list.appeals.map((appeal) => (
          <Appeal key={appeal.entry_id} appeal={appeal} />
        ))}
      </div>
    </section>
  );
}
