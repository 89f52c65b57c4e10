/** Form of a decision on a reported thing; it needs no script. */
import { reportNoteCharacters } from "../../contracts/limits.generated.ts";
import { EditedInput } from "./ThingQuote.tsx";
import { NoteInput } from "./NoteInput.tsx";
import { offeredCategories } from "../../contracts/postCategories.ts";
import type { Translate } from "../../language/translator.ts";
import { useQuery } from "../../page/address.ts";
import { usePage } from "../../page/PageContext.ts";
import { RequiredRadio } from "../../page/RequiredRadio.tsx";
import type { CaseView, ReportedThing } from "../../wire/types.generated.ts";
import { reasons, reasonsOfRecords } from "./reasons.ts";
import { daysMost } from "./recent.ts";
import { useRefused } from "./refusedForm.ts";

interface DecisionFormProps {
  readonly case: CaseView;
}

/** Decisions that each kind of thing allows, the mildest first. */
const decisionsOf = {
  post: ["keep", "warn", "lock", "move", "hide", "remove", "sign-out", "suspend"],
  comment: ["keep", "warn", "hide", "remove", "sign-out", "suspend"],
  member: ["keep", "warn", "reset", "sign-out", "suspend"],
  cultivar: ["keep", "accept"],
} as const;

/** Value that the host refused of a field; empty if it refused another form, or none. */
type Typed = (field: string) => string;

interface FieldsProps {
  readonly id: string;
  readonly typed: Typed;
}

/** Renders the choice of the category to which a post may be moved. */
function CategorySelect({ id, typed }: FieldsProps) {
  const { t } = usePage();
  return (
    <p>
      <label htmlFor={`category-${id}`}>{t("moderation.category")}</label>
      <select id={`category-${id}`} name="category" defaultValue={typed("category")}>
        <option value="">–</option>
        {offeredCategories.map((category) => (
          <option key={category} value={category}>
            {t(`post.category.${category}`)}
          </option>
        ))}
      </select>
    </p>
  );
}

/** Decisions on a thing that is gone: about its author, if they have not left. */
const decisionsOnGone = {
  author: ["keep", "warn", "sign-out", "suspend"],
  former: ["keep"],
} as const;

/** Decisions on what the site holds for review. */
const decisionsOnHeld = ["keep", "hide", "remove", "suspend"] as const;

/**
 * Renders the fields for the days of a suspension, and whether it removes all that the member
 * wrote.
 */
function Suspension({ id }: { readonly id: string }) {
  const { t } = usePage();
  return (
    <>
      <p>
        <label htmlFor={`days-${id}`}>{t("moderation.days")}</label>
        <input id={`days-${id}`} name="days" type="number" min="1" max={daysMost} />
      </p>
      <p className="case-everything">
        <label>
          <input type="checkbox" name="everything" value="1" />
          {t("moderation.everything")}
        </label>
      </p>
    </>
  );
}

interface PartsProps {
  readonly filled: NonNullable<ReportedThing["filled"]>;
  readonly typed: Typed;
}

/** Renders the choice of the parts of a profile that a reset empties, all chosen at first. */
function ProfileParts({ filled, typed }: PartsProps) {
  const { t } = usePage();
  const chosen = typed("parts") ? typed("parts").split(",") : filled;
  return (
    <fieldset>
      <legend>{t("moderation.parts.legend")}</legend>
      {filled.map((part) => (
        <label key={part}>
          <input
            type="checkbox"
            name="parts"
            value={part}
            defaultChecked={chosen.some((one) => one === part)}
          />
          {t(`moderation.parts.${part}`)}
        </label>
      ))}
    </fieldset>
  );
}

type Decision = (typeof decisionsOf)[keyof typeof decisionsOf][number];

/** Returns the decisions that fit a case; an empty profile cannot be reset. */
function decisionsOn({ kind, thing, member_id }: CaseView): readonly Decision[] {
  if (thing === null) return decisionsOnGone[member_id ? "author" : "former"];
  if (thing.held) return decisionsOnHeld;
  const canReset = Boolean(thing.filled?.length);
  return decisionsOf[kind].filter((decision) => decision !== "reset" || canReset);
}

/** Messages for decisions on a member, where they are not `moderation.decision.` and the decision. */
const memberDecisionNames = {
  keep: "moderation.decision.keepMember",
  warn: "moderation.decision.warnMember",
  "sign-out": "moderation.decision.signOutMember",
} as const;

/** Tells whether a decision on a member has a message in `memberDecisionNames`. */
function hasMemberName(decision: Decision): decision is keyof typeof memberDecisionNames {
  return decision in memberDecisionNames;
}

/** Returns the name of a decision on a reported member. */
function memberDecisionName(t: Translate, decision: Decision): string {
  return t(
    hasMemberName(decision) ? memberDecisionNames[decision] : `moderation.decision.${decision}`,
  );
}

/**
 * Returns the name of a decision on a case: the same decision has other words for a member, a
 * record, a text that is held for review, or a thing that is gone.
 */
function decisionName(t: Translate, decision: Decision, { kind, thing }: CaseView): string {
  if (kind === "member" && thing) return memberDecisionName(t, decision);
  if (thing === null && decision === "keep") return t("moderation.decision.close");
  if (thing === null && decision === "warn") return t("moderation.decision.warnAuthor");
  if (thing === null && decision === "suspend") return t("moderation.decision.suspendAuthor");
  if (thing?.held && decision === "keep") return t("moderation.decision.release");
  if (kind === "cultivar" && decision === "keep") return t("moderation.decision.keepRecord");
  if (decision === "suspend") return t("moderation.decision.removeAndSuspend");
  return t(`moderation.decision.${decision}`);
}

/**
 * Returns the label of the reason, which says who reads it: the author, in most cases unless
 * nothing is done; for a record or without an author only readers of the log. Null if nobody does:
 * closing a case whose thing and author are gone logs nothing.
 */
function noteLabel(t: Translate, one: CaseView): string | null {
  const { kind, thing, member_id } = one;
  if (thing === null && !member_id) return null;
  if (kind === "cultivar" || (thing && !thing.member_id)) return t("moderation.noteForLog");
  if (thing?.held) return t("moderation.note");
  const decision = decisionName(t, "keep", one);
  return t(kind === "member" ? "moderation.noteToMember" : "moderation.noteUnless", { decision });
}

/**
 * Renders the form that decides a case: the decisions that fit its kind, the rule, the reason and
 * the days of a suspension. It sends the newest report that the moderator has seen, so that later
 * ones stay open, and leads back to the same page of the queue.
 */
export function DecisionForm({ case: one }: DecisionFormProps) {
  const { language, viewer, t } = usePage();
  const { subject, kind, seen, reports } = one;
  const id = subject.replace(":", "-");
  const typed = useRefused("subject", subject);
  const chosen = typed("rule") || reports[0]?.reason;
  const rules = kind === "cultivar" ? reasonsOfRecords : reasons;
  const rule = rules.find((one) => one === chosen) ?? "other";
  const label = noteLabel(t, one);
  const fits = decisionsOn(one);
  const after = useQuery().get("after");
  const place = new URLSearchParams({ language, ...(after && { after }) });
  return (
    <form
      className="report-form case-form"
      method="post"
      action={`/api/moderation/decisions/form?${place}`}
    >
      <input type="hidden" name="subject" value={subject} />
      <input type="hidden" name="seen" value={seen} />
      <EditedInput thing={one.thing} />
      <input type="hidden" name="language" value={language} />
      <input type="hidden" name="member" value={viewer?.id ?? ""} />
      <fieldset>
        <legend>{t("moderation.decide")}</legend>
        {fits.map((decision) => (
          <RequiredRadio key={decision} name="decision" value={decision}>
            {decisionName(t, decision, one)}
          </RequiredRadio>
        ))}
      </fieldset>
      {one.thing?.filled && fits.includes("reset") && (
        <ProfileParts filled={one.thing.filled} typed={typed} />
      )}
      <p>
        <label htmlFor={`rule-${id}`}>{t("moderation.rule")}</label>
        <select id={`rule-${id}`} name="rule" defaultValue={rule}>
          {rules.map((reason) => (
            <option key={reason} value={reason}>
              {t(`report.reasons.${reason}`)}
            </option>
          ))}
        </select>
      </p>
      {kind === "cultivar" && (
        <p>
          <label htmlFor={`edition-${id}`}>{t("moderation.edition")}</label>
          <input
            id={`edition-${id}`}
            name="edition"
            pattern="[0-9]+[.][0-9]+[.][0-9]+"
            defaultValue={typed("edition")}
          />
        </p>
      )}
      {fits.includes("move") && <CategorySelect id={id} typed={typed} />}
      {label && (
        <p>
          <label htmlFor={`note-${id}`}>{label}</label>
          <NoteInput
            id={`note-${id}`}
            name="note"
            tooLong={t("moderation.errors.note", { most: reportNoteCharacters })}
            defaultValue={typed("note")}
          />
        </p>
      )}
      {fits.includes("suspend") && <Suspension id={id} />}
      <p>
        <button type="submit" className="button">
          {t("moderation.submit")}
        </button>
      </p>
    </form>
  );
}
