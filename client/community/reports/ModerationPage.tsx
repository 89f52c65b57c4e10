/** The moderators' queue: reported things with their reports, and a form for each decision. */
import { type RefObject, useEffect, useRef, useState } from "react";
import { momentText } from "../../language/dates.ts";
import { RoleRequired } from "../../accounts/sessions/RoleRequired.tsx";
import { PageHead } from "../../page/PageHead.tsx";
import { useQuery } from "../../page/address.ts";
import { usePage, usePageData } from "../../page/PageContext.ts";
import { isSearchKeyOn, setSearchKey } from "../../page/searchKey.ts";
import { PageLink } from "../../page/PageLink.tsx";
import { Panel } from "../../ui/Panel.tsx";
import type { AppealList, CaseList, CaseView, ReportView } from "../../wire/types.generated.ts";
import { Appeals } from "./Appeals.tsx";
import { DecisionForm } from "./DecisionForm.tsx";
import { EditedNote, ReportedContent, ThingContent } from "./ThingQuote.tsx";
import { reasonName } from "./names.ts";
import { Outcome } from "./Outcome.tsx";
import { RecentActs } from "./RecentActs.tsx";
import { addressOf } from "./addressOf.ts";
import "./ModerationPage.css";
import "./ReportPage.css";

/** Renders a report; a visitor's e-mail address is shown for the answer. */
function Report({ report }: { readonly report: ReportView }) {
  const { language, t } = usePage();
  const { reason, note, contact, created_at, is_of_member } = report;
  return (
    <li>
      <b>{reasonName(t, reason)}</b> <small>{momentText(created_at, language)}</small>
      {note && <p dir="auto">{note}</p>}
      {!is_of_member && contact && (
        <p>
          <small>{t("moderation.ofVisitor", { address: contact })}</small>
        </p>
      )}
    </li>
  );
}

interface ReportsProps {
  readonly reports: readonly ReportView[];
}

/** Renders a list of reports. */
function ReportList({ reports }: ReportsProps) {
  return (
    <ul className="case-reports">
      {reports.map((report) => (
        <Report key={`${report.created_at} ${report.reason} ${report.note}`} report={report} />
      ))}
    </ul>
  );
}

/** Reports of a case that are shown at once. */
const reportsShown = 5;

/** Renders the newest reports of a case; the reader opens the others. */
function Reports({ reports }: ReportsProps) {
  const { t } = usePage();
  const more = reports.slice(reportsShown);
  return (
    <>
      <ReportList reports={reports.slice(0, reportsShown)} />
      {more.length > 0 && (
        <details className="more-reports">
          <summary>{t("moderation.moreReports", { count: more.length })}</summary>
          <ReportList reports={more} />
        </details>
      )}
    </>
  );
}

interface AuthorLinkProps {
  readonly kind: CaseView["kind"];
  readonly id: string;
  readonly name: string;
}

/** Renders a link to the page of the author of a reported thing, or of the reported member. */
function AuthorLink({ kind, id, name }: AuthorLinkProps) {
  const { t } = usePage();
  return (
    <PageLink to="member" params={{ id }}>
      {t(kind === "member" ? "report.member" : "report.by", { name })}
    </PageLink>
  );
}

interface CaseProps {
  readonly case: CaseView;
}

/**
 * Renders a case: the reported post, comment, member or record, its reports, and the form to
 * decide.
 */
function Case({ case: one }: CaseProps) {
  const { language, t } = usePage();
  const { subject, kind, thing, reports, earlier, former_member, member_id, author } = one;
  const id = subject.replace(":", "-");
  const address = thing && addressOf(thing, language);
  return (
    <article className="case" tabIndex={-1} aria-labelledby={id}>
      <h2 id={id}>
        {t(`moderation.kind.${kind}`)}{" "}
        <small>{t("moderation.reports", { count: reports.length })}</small>
      </h2>
      {thing === null && <p>{t(author ? "moderation.gone" : "moderation.goneFormer")}</p>}
      {thing === null && member_id && author && (
        <p dir="auto">
          <AuthorLink kind={kind} id={member_id} name={author} />
        </p>
      )}
      {thing?.is_deleted && <p>{t("moderation.deleted")}</p>}
      {thing && (
        <figure className="report-quote">
          <ThingContent thing={thing} />
          {thing.collections && thing.collections.length > 0 && (
            <p dir="auto">
              {t("moderation.collections", {
                names: thing.collections.join(language === "ja" ? "、" : ", "),
              })}
            </p>
          )}
          <figcaption dir="auto">
            {kind !== "cultivar" &&
              (thing.member_id && thing.author ? (
                <AuthorLink kind={kind} id={thing.member_id} name={thing.author} />
              ) : (
                t("report.byFormer")
              ))}{" "}
            {address && !thing.is_deleted && <a href={address}>{t("moderation.open")}</a>}
          </figcaption>
        </figure>
      )}
      <EditedNote
        thing={thing}
        message="moderation.edited.sinceReport"
        since={reports.at(-1)?.created_at}
      />
      <ReportedContent texts={one.reported_texts} pictures={one.replaced_pictures} />
      {thing?.held && (
        <p>
          <b>{t("moderation.held")}</b>
        </p>
      )}
      {former_member && <p>{t("moderation.former", { name: former_member })}</p>}
      {earlier > 0 && (
        <p className="quiet">
          <PageLink to="moderationLog" suffix={`?member=${member_id ?? former_member ?? ""}`}>
            {t("moderation.earlier", { count: earlier })}
          </PageLink>
        </p>
      )}
      <Reports reports={reports} />
      <DecisionForm case={one} />
    </article>
  );
}

/** Fields in which a letter is text, or chooses an option. */
const typing = "input:not([type=radio], [type=checkbox]), select, textarea";

/**
 * Moves the focus to the next appeal or case on the key j, to the previous one on k, unless the
 * reader types or has turned the keys off.
 */
function useCaseKeys(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const step = { j: 1, k: -1 }[event.key];
      const isPlain = !(event.ctrlKey || event.metaKey || event.altKey || event.isComposing);
      const { target } = event;
      const isTyping = target instanceof HTMLElement && target.matches(typing);
      if (step === undefined || !isPlain || isTyping || !isSearchKeyOn()) return;
      const cases = [...(list.current?.querySelectorAll<HTMLElement>(".case[tabindex]") ?? [])];
      const at = cases.findIndex((one) => one.contains(document.activeElement));
      cases[at < 0 ? 0 : Math.min(Math.max(at + step, 0), cases.length - 1)]?.focus();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [list]);
}

/** Renders the switch of the keys j and k, which is also that of the search key. */
function KeySwitch() {
  const { t } = usePage();
  const [isOn, setOn] = useState(true);
  useEffect(() => setOn(isSearchKeyOn()), []);
  return (
    <label className="case-keys needs-scripts">
      <input
        type="checkbox"
        checked={isOn}
        onChange={({ target }) => setOn(setSearchKey(target.checked))}
      />
      {t("moderation.keysOff")}
    </label>
  );
}

/** Renders how many cases and appeals are open, each number as a link if there are both. */
function Lead({ total, open }: { readonly total: number; readonly open: number }) {
  const { t } = usePage();
  const cases = total === 0 ? t("moderation.none") : t("moderation.lead", { count: total });
  if (open === 0) return <p>{cases}</p>;
  return (
    <p>
      <a href="#appeals">{t("moderation.appeals.open", { count: open })}</a>{" "}
      {total === 0 ? cases : <a href="#cases">{cases}</a>}
    </p>
  );
}

interface QueueProps {
  readonly cases: CaseList;
  readonly appeals: AppealList | null;
}

/**
 * Renders a page of the open cases with keys to move between them; the first one also has the open
 * appeals and the decisions that can be undone.
 */
function Queue({ cases: { cases, total, acts = [], next }, appeals }: QueueProps) {
  const { t } = usePage();
  const isFirst = !useQuery().has("after");
  const list = useRef<HTMLDivElement>(null);
  useCaseKeys(list);
  const open = isFirst ? (appeals?.appeals.length ?? 0) : 0;
  const isOpen = total + open > 0;
  return (
    <div ref={list}>
      <header className="page-title">
        <h1>{t("moderation.title")}</h1>
        {isOpen && <Lead total={total} open={open} />}
      </header>
      <Outcome />
      {isOpen ? (
        <p className="case-keys-hint quiet needs-scripts">
          {t("moderation.keys")} <KeySwitch />
        </p>
      ) : (
        <Panel title={t("moderation.none")} level="inside">
          <p>{t("moderation.noneBody")}</p>
        </Panel>
      )}
      {open > 0 && appeals && <Appeals list={appeals} />}
      <div className="cases" id="cases">
        {cases.map((one) => (
          <Case key={one.subject} case={one} />
        ))}
      </div>
      {next && (
        <p>
          <PageLink to="moderation" suffix={`?after=${next}`}>
            {t("moderation.more")}
          </PageLink>
        </p>
      )}
      {!isFirst && (
        <p>
          <PageLink to="moderation">{t("moderation.first")}</PageLink>
        </p>
      )}
      {isFirst && acts.length > 0 && <RecentActs acts={acts} />}
    </div>
  );
}

/** Renders the queue of cases and appeals; 404 for readers who are no moderators. */
export default function ModerationPage() {
  const { t } = usePage();
  const listed = usePageData("cases");
  const appeals = usePageData("appeals");
  if (listed === null) return <RoleRequired />;
  return (
    <>
      <PageHead title={t("moderation.meta.title")} description={t("moderation.meta.description")} />
      <Queue cases={listed} appeals={appeals} />
    </>
  );
}
