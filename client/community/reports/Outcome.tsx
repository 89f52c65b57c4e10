/** The result of a form of the queue, which the host writes into the query of the next address. */
import { reportNoteCharacters } from "../../contracts/limits.generated.ts";
import { pathFor } from "../../language/paths.ts";
import type { Translate } from "../../language/translator.ts";
import { useQuery } from "../../page/address.ts";
import { usePage } from "../../page/PageContext.ts";
import { useFormRefusal } from "../../page/useFormRefusal.ts";
import { Refusal } from "../../wire/refusal.ts";
import { daysMost, recentMinutes } from "./recent.ts";
import { signInAddress } from "./refusedForm.ts";

/** Last parts of the host's codes that have a message of the queue, and what it names. */
const errors = {
  decision: {},
  note: { most: reportNoteCharacters },
  everything: {},
  unusedDays: {},
  unusedCategory: {},
  unusedEdition: {},
  rule: {},
  days: { most: daysMost },
  edition: {},
  unknownChoice: {},
  signInAgain: { minutes: recentMinutes },
  decided: {},
  own: {},
  ownDecision: {},
  reason: {},
  rank: {},
  left: {},
  gone: {},
  removed: {},
  already: {},
  parts: {},
  changed: {},
  undo: {},
  replaced: {},
} as const;

/** Returns whether the last part of a code has a message of the queue. */
function isKnown(reason: string): reason is keyof typeof errors {
  return Object.hasOwn(errors, reason);
}

/** Returns the message of a refusal: the queue's own, else that of a note, else a general one. */
function messageOf(t: Translate, code: string): string {
  const last = code.slice(code.lastIndexOf(".") + 1);
  // The message of the length names the forbidden characters too.
  const reason = last === "noteCharacters" ? "note" : last;
  if (isKnown(reason)) return t(`moderation.errors.${reason}`, errors[reason]);
  const { key } = new Refusal(code, 422);
  const text = code.startsWith("report.errors.") ? t(key, { most: reportNoteCharacters }) : code;
  return text === code ? t("moderation.errors.failed") : text;
}

/** Messages of what was carried out, by the value of `done`; a decided case has 1. */
const outcomes = {
  undo: "moderation.undone",
  appeal: "moderation.appeals.done",
} as const;

interface OutcomeProps {
  /** The page of the form: the queue, or the log. */
  readonly page?: "moderation" | "moderationLog";
}

/** Returns the id of the heading of the refused form; an empty text if the address names none. */
function refusedHeading(query: URLSearchParams, page: OutcomeProps["page"]): string {
  const [subject, appeal, undo] = ["subject", "entry_id", "undo"].map((name) => query.get(name));
  if (undo) return `${page === "moderation" ? "act" : "entry"}-${undo}`;
  if (appeal) return `appeal-${appeal}`;
  return subject?.replace(":", "-") ?? "";
}

/**
 * Renders whether the last decision was carried out. A refused reason is shown so that it can be
 * copied, with a link to its form; a new sign-in leads back to the filled form.
 */
export function Outcome({ page = "moderation" }: OutcomeProps) {
  const { language, t } = usePage();
  const query = useQuery();
  const code = query.get("error");
  const refusal = useFormRefusal(code);
  const note = query.get("note");
  const done = query.get("done");
  if (done !== null) {
    const text = done === "undo" || done === "appeal" ? outcomes[done] : "moderation.done";
    return <p role="status">{t(text)}</p>;
  }
  if (code === null) return null;
  const heading = refusedHeading(query, page);
  return (
    <div role="alert" className="report-error">
      <p>{refusal ?? messageOf(t, code)}</p>
      {note && <p>{t("moderation.written", { note })}</p>}
      {heading && (
        <p>
          <a href={`#${heading}`}>{t("moderation.toForm")}</a>
        </p>
      )}
      {code.endsWith("signInAgain") && (
        <p>
          <a href={signInAddress(pathFor(page, language), query, heading)}>
            {t("moderation.signIn")}
          </a>
        </p>
      )}
    </div>
  );
}
