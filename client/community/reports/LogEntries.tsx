/** The complete log of moderation, for role holders: a filter, entries, and a link to older ones. */
import type { ReactNode } from "react";
import { momentText } from "../../language/dates.ts";
import { pathFor } from "../../language/paths.ts";
import { useQuery } from "../../page/address.ts";
import { usePage } from "../../page/PageContext.ts";
import { PageLink } from "../../page/PageLink.tsx";
import type { LogEntry, LogPage } from "../../wire/types.generated.ts";
import { actionName, detailText, reasonName } from "./names.ts";
import { Outcome } from "./Outcome.tsx";
import { EditedNote, ThingQuote } from "./ThingQuote.tsx";
import { UndoForm } from "./UndoForm.tsx";

const fields = ["member", "by", "subject"] as const;
type Field = (typeof fields)[number];

/** Renders the fields that filter the log: by moderator, member and subject. */
function FilterForm() {
  const { language, t } = usePage();
  const query = useQuery();
  return (
    <form className="log-filter" method="get" action={pathFor("moderationLog", language)}>
      {fields.map((field) => (
        <p key={field}>
          <label htmlFor={`log-${field}`}>{t(`moderationLog.filter.${field}`)}</label>
          <input id={`log-${field}`} name={field} defaultValue={query.get(field) ?? ""} />
        </p>
      ))}
      <button type="submit" className="button">
        {t("moderationLog.filter.submit")}
      </button>
    </form>
  );
}

/** Returns the filter of the address, without the outcome of a form; `before` narrows it further. */
function useFilter(): URLSearchParams {
  const query = useQuery();
  const names = [...fields, "before"];
  return new URLSearchParams([...query].filter(([name]) => names.includes(name)));
}

interface FilterLinkProps {
  readonly field: Field;
  readonly value: string;
  readonly children: ReactNode;
}

/** Renders a link to the entries of the log with the same value. */
function FilterLink({ field, value, children }: FilterLinkProps) {
  return (
    <PageLink to="moderationLog" suffix={`?${new URLSearchParams({ [field]: value })}`}>
      {children}
    </PageLink>
  );
}

/** Renders an entry of the log; names and subjects link to the log filtered by them. */
function Entry({ entry }: { readonly entry: LogEntry }) {
  const { language, t } = usePage();
  const { id, action, created_at, made_by, made_by_name, subject, post_id } = entry;
  const { member_id, member_name, former_member, rule, note, can_undo } = entry;
  const filter = useFilter();
  const isRefused = useQuery().get("undo") === String(id);
  const detail = detailText(t, language, entry);
  return (
    <li>
      <b id={`entry-${id}`}>{actionName(t, action)}</b>{" "}
      <small>{momentText(created_at, language)}</small>
      <p className="log-facts">
        {made_by !== null && (
          <>
            {t("moderationLog.filter.by")}{" "}
            <FilterLink field="by" value={made_by}>
              {made_by_name ?? (made_by === "site" ? t("moderationLog.site") : made_by)}
            </FilterLink>
          </>
        )}
        {member_id && (
          <>
            {made_by !== null && "\u00a0· "}
            {t("moderationLog.filter.member")}{" "}
            <FilterLink field="member" value={member_id}>
              {member_name ?? member_id}
            </FilterLink>
          </>
        )}
        {former_member && (
          <>
            {"\u00a0· "}
            <FilterLink field="member" value={former_member}>
              {t("moderationLog.former", { name: former_member })}
            </FilterLink>
          </>
        )}
        {subject.includes(":") && !subject.startsWith("member") && (
          <>
            {"\u00a0· "}
            {t("moderationLog.filter.subject")}{" "}
            <FilterLink field="subject" value={subject}>
              {subject}
            </FilterLink>
          </>
        )}
        {post_id !== null && (
          <>
            {"\u00a0· "}
            <PageLink to="post" params={{ id: String(post_id) }}>
              {t("moderationLog.post")}
            </PageLink>
          </>
        )}
      </p>
      {detail && <p dir="auto">{detail}</p>}
      {rule && <p className="quiet">{reasonName(t, rule)}</p>}
      {note && <p dir="auto">{note}</p>}
      {can_undo && (
        <details open={isRefused}>
          <summary>{t("moderation.acts.undo")}</summary>
          <ThingQuote thing={entry.thing} />
          <EditedNote
            thing={entry.thing}
            message="moderation.edited.sinceDecision"
            since={created_at}
          />
          <UndoForm entry={id} describedBy={`entry-${id}`} thing={entry.thing} log={filter} />
        </details>
      )}
    </li>
  );
}

/** Renders the entries of the moderation log, newest first, with a link to older ones. */
export function LogEntries({ page: { entries, next } }: { readonly page: LogPage }) {
  const { t } = usePage();
  const older = useFilter();
  older.set("before", String(next));
  return (
    <section aria-labelledby="log-entries">
      <h2 id="log-entries">{t("moderationLog.entries")}</h2>
      <Outcome page="moderationLog" />
      <p>{t("moderationLog.entriesLead")}</p>
      <FilterForm />
      {entries.length === 0 ? (
        <p>{t("moderationLog.noEntries")}</p>
      ) : (
        <ol className="log-entries">
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ol>
      )}
      {next !== null && (
        <p>
          <PageLink to="moderationLog" suffix={`?${older}`}>
            {t("moderationLog.older")}
          </PageLink>
        </p>
      )}
    </section>
  );
}
