/** The form that reports a post, comment, member or record; it works without scripts. */
import { NoteInput } from "./NoteInput.tsx";
import { writtenIn } from "../../contracts/language.ts";
import { replyBusinessDays, reportNoteCharacters } from "../../contracts/limits.generated.ts";
import { useQuery } from "../../page/address.ts";
import { PageHead, PageStatus } from "../../page/PageHead.tsx";
import { usePage, usePageData } from "../../page/PageContext.ts";
import { PageLink } from "../../page/PageLink.tsx";
import { RequiredRadio } from "../../page/RequiredRadio.tsx";
import { useFormRefusal, useWaitMinutes } from "../../page/useFormRefusal.ts";
import { Phrases } from "../../page/text/Phrases.tsx";
import { textLanguage } from "../../language/textLanguage.ts";
import { Panel } from "../../ui/Panel.tsx";
import type { ReportedThing } from "../../wire/types.generated.ts";
import { reasons } from "./reasons.ts";
import { addressOf } from "./addressOf.ts";
import "./ReportPage.css";

/** Messages by the host's code. */
const errors = {
  "report.errors.reason": "reason",
  "report.errors.note": "note",
  "report.errors.noteCharacters": "noteCharacters",
  "report.errors.correction": "correction",
  "report.errors.contact": "contact",
  "app.tooManyRequests": "tooMany",
  "app.anotherMember": "another",
} as const;

/** Returns whether a code of refusal has a message of its own. */
function isKnown(code: string): code is keyof typeof errors {
  return Object.hasOwn(errors, code);
}

/** Renders why a report was not stored. */
function Failure({ code }: { readonly code: string }) {
  const { t } = usePage();
  const minutes = useWaitMinutes();
  const refusal = useFormRefusal(code);
  const text = t(`report.errors.${isKnown(code) ? errors[code] : "failed"}`, {
    most: reportNoteCharacters,
    minutes,
  });
  return (
    <p role="alert" className="report-error">
      {isKnown(code) ? text : (refusal ?? text)}
    </p>
  );
}

/** Renders the name of the reported member, or who wrote the reported text. */
function Author({ thing: { kind, author } }: { readonly thing: ReportedThing }) {
  const { t } = usePage();
  if (author === null) return t("report.byFormer");
  // The name is in its author's language, the surrounding text in the page's.
  const [before, after] = t(kind === "member" ? "report.member" : "report.by", {
    name: "\n",
  }).split("\n");
  return (
    <>
      {before}
      <bdi lang={writtenIn(author)}>{author}</bdi>
      {after}
    </>
  );
}

/** Renders the reported text and its author, or the reported member; of a record only the text. */
function Quote({ thing }: { readonly thing: ReportedThing }) {
  const { kind, text } = thing;
  return (
    <figure className="report-quote">
      {text && (
        <blockquote dir="auto" lang={textLanguage(text)}>
          {text}
        </blockquote>
      )}
      {kind !== "cultivar" && (
        <figcaption>
          <Author thing={thing} />
        </figcaption>
      )}
    </figure>
  );
}

/** Renders the choice of a reason; the address has what was chosen in a refused form. */
function Reasons() {
  const { t } = usePage();
  const query = useQuery();
  const chosen = query.get("reason");
  const error = query.get("error");
  return (
    <fieldset>
      <legend>{t("report.reason")}</legend>
      {reasons.map((reason) => (
        <RequiredRadio
          key={reason}
          name="reason"
          value={reason}
          defaultChecked={reason === chosen}
          isRefused={error === "report.errors.reason"}
        >
          {t(`report.reasons.${reason}`)}
        </RequiredRadio>
      ))}
    </fieldset>
  );
}

/** Renders the field for a visitor's e-mail address, which an answer needs. */
function ContactField() {
  const { t } = usePage();
  return (
    <p>
      <label htmlFor="contact">{t("report.contact")}</label>
      <input
        id="contact"
        name="contact"
        type="email"
        autoComplete="email"
        required
        defaultValue={useQuery().get("contact") ?? ""}
        aria-describedby="contact-hint"
      />
      <small id="contact-hint">{t("report.contactHint")}</small>
    </p>
  );
}

/** Renders the form of a report: reason, note and, for visitors, an address. */
function Form({ thing }: { readonly thing: ReportedThing }) {
  const { language, viewer, t } = usePage();
  const query = useQuery();
  const isCultivar = thing.kind === "cultivar";
  const address = new URLSearchParams({ language, subject: thing.subject });
  return (
    <form className="report-form" method="post" action={`/api/reports/form?${address}`}>
      <input type="hidden" name="subject" value={thing.subject} />
      <input type="hidden" name="language" value={language} />
      <input type="hidden" name="member" value={viewer?.id ?? ""} />
      {isCultivar ? <input type="hidden" name="reason" value="wrongFact" /> : <Reasons />}
      <p>
        <label htmlFor="note">{t(isCultivar ? "report.correction.note" : "report.note")}</label>
        <NoteInput
          id="note"
          name="note"
          tooLong={t("report.errors.note", { most: reportNoteCharacters })}
          required={isCultivar}
          defaultValue={query.get("note") ?? ""}
          aria-describedby="note-hint"
        />
        <small id="note-hint">
          {t(isCultivar ? "report.correction.hint" : "report.noteHint", {
            most: reportNoteCharacters,
          })}
        </small>
      </p>
      {viewer === null && <ContactField />}
      <p>
        <button type="submit" className="button">
          {t("report.submit")}
        </button>
      </p>
      <p className="quiet">
        {t(isCultivar ? "report.correction.next" : "report.next", { days: replyBusinessDays })}{" "}
        <PageLink to="guidelines">{t("report.guidelines")}</PageLink>
      </p>
    </form>
  );
}

/** Renders the thanks after a report was stored. */
function Thanks({ thing }: { readonly thing: ReportedThing }) {
  const { language, t } = usePage();
  const isCultivar = thing.kind === "cultivar";
  return (
    <Panel title={<Phrases text={t("report.sent.title")} />} role="status">
      <p>
        {t(isCultivar ? "report.correction.sent" : "report.sent.body", { days: replyBusinessDays })}
      </p>
      <p className="panel-actions">
        <a className="button" href={addressOf(thing, language)}>
          {t("report.sent.back")}
        </a>
      </p>
    </Panel>
  );
}

/** Renders that the address names nothing that can be reported. */
function Unknown() {
  const { t } = usePage();
  return (
    <>
      <PageStatus code={404} />
      <Panel title={<Phrases text={t("report.unknown.title")} />}>
        <p>{t("report.unknown.body")}</p>
        <p className="panel-actions">
          <PageLink to="guidelines" className="button">
            {t("report.guidelines")}
          </PageLink>
        </p>
      </Panel>
    </>
  );
}

/**
 * Renders the form that reports a post, comment, member or record, the thanks after it, or that its
 * subject is unknown.
 */
export default function ReportPage() {
  const { t } = usePage();
  const query = useQuery();
  const thing = usePageData("reported");
  const error = query.get("error");
  return (
    <div className="report">
      <PageHead
        title={t(thing === null ? "report.unknown.title" : "report.meta.title")}
        description={t(thing === null ? "report.unknown.body" : "report.meta.description")}
        indexed={false}
        missing={thing === null}
      />
      {thing === null && <Unknown />}
      {thing && query.has("sent") && <Thanks thing={thing} />}
      {thing && !query.has("sent") && (
        <>
          <header className="page-title">
            <h1>{t(thing.kind === "cultivar" ? "report.correction.title" : "report.title")}</h1>
            <p>{t(`report.lead.${thing.kind}`)}</p>
          </header>
          {error !== null && <Failure code={error} />}
          <Quote thing={thing} />
          <Form thing={thing} />
        </>
      )}
    </div>
  );
}
