/** All disagreements of sources: open ones, settled ones, and those without a named source page. */
import { Fragment } from "react";
import type { ConflictsView, ConflictView } from "../contracts/conflicts.ts";
import { writtenIn } from "../contracts/language.ts";
import { spaceAfterSign } from "../language/facts.ts";
import { MixedText } from "../page/text/MixedText.tsx";
import { usePage, usePageData } from "../page/PageContext.ts";
import { PageLink } from "../page/PageLink.tsx";
import { LegalPage, Paragraphs } from "./LegalText.tsx";
import "./ConflictsPage.css";
import "../page/text/Phrases.css";

type Sources = ConflictsView["sources"];

interface SourceLinksProps {
  readonly value: ConflictView["values"][number];
  readonly sources: Sources;
}

/** Renders links to the sources of one value, and how it was found there. */
function SourceLinks({ value, sources }: SourceLinksProps) {
  const { language, t } = usePage();
  const basis = t(`conflicts.basis.${value.basis}`, { document: value.quoted ?? "" });
  return (
    <ul>
      {value.sources.map((place) => {
        const source = sources[place];
        return (
          source && (
            <li key={place}>
              <a href={source.url} rel="noopener" lang={writtenIn(source.title)}>
                {source.title}
              </a>
              {place === value.sources.at(-1) && (
                <MixedText text={spaceAfterSign(language) + basis} />
              )}
            </li>
          )
        );
      })}
    </ul>
  );
}

interface ConflictProps {
  readonly conflict: ConflictView;
  readonly sources: Sources;
}

/** Renders one disagreement: the values, the one that the record follows, and why. */
function Conflict({ conflict, sources }: ConflictProps) {
  const { language, t } = usePage();
  const { subject, values, follows, reason } = conflict;
  return (
    <div className="conflict">
      <h4>{t(`conflicts.field.${subject}`)}</h4>
      <dl>
        {[...new Set(values.map(({ value }) => value))].map((text) => (
          <div key={text}>
            <dt>
              <MixedText text={text} />
            </dt>
            <dd>
              {values
                .filter(({ value }) => value === text)
                .map((value) => (
                  <SourceLinks key={value.sources.join()} value={value} sources={sources} />
                ))}
            </dd>
          </div>
        ))}
      </dl>
      <p>
        <b>{t("conflicts.follows", { value: follows })}</b>
        <MixedText text={spaceAfterSign(language) + reason} />
      </p>
    </div>
  );
}

interface ConflictListProps {
  readonly view: ConflictsView;
  readonly isOpen: boolean;
}

/**
 * Renders the records with open or settled disagreements. A record is an anchor once on the page:
 * in the open list, or without an open disagreement in the settled one.
 */
function ConflictList({ view: { records, sources }, isOpen }: ConflictListProps) {
  const { t } = usePage();
  return records.map(({ id, name, conflicts }) => {
    const shown = conflicts.filter((conflict) => conflict.isOpen === isOpen);
    const isAnchor = isOpen || !conflicts.some((conflict) => conflict.isOpen);
    if (shown.length === 0) return null;
    return (
      <section key={id} className="conflict-record" {...(isAnchor && { id })}>
        <h3>
          <PageLink to="cultivar" params={{ id }}>
            {name}
          </PageLink>
        </h3>
        <div>
          {shown.map((conflict) => (
            <Conflict
              key={conflict.subject + conflict.values.map(({ value }) => value).join()}
              conflict={conflict}
              sources={sources}
            />
          ))}
          {isOpen && (
            <PageLink
              to="report"
              suffix={`?subject=cultivar:${id}`}
              className="conflict-report"
              rel="nofollow"
            >
              {t("conflicts.evidence")}{" "}
              <span className="visually-hidden">{t("conflicts.evidenceFor", { name })}</span>
            </PageLink>
          )}
        </div>
      </section>
    );
  });
}

/** Renders disagreements that the project's notes mention without the page of a source. */
function UntracedList({ untraced }: Pick<ConflictsView, "untraced">) {
  const { language, t } = usePage();
  return untraced.map(({ id, records, said, follows, note }) => (
    <section key={id} className="conflict-record">
      <h3 className="phrases">
        {records.map(({ id: record, name }, place) => (
          <Fragment key={record}>
            {place > 0 && (language === "ja" ? "、" : ", ")}
            <PageLink to="cultivar" params={{ id: record }}>
              {name}
            </PageLink>
          </Fragment>
        ))}
      </h3>
      <div className="conflict-untraced">
        <p>
          <MixedText text={said} /> <small>{t(`conflicts.note.${note}`)}</small>
        </p>
        <p>
          <b>
            <MixedText text={t("conflicts.follows", { value: follows })} />
          </b>
        </p>
      </div>
    </section>
  ));
}

/** Renders the page of values on which sources disagree, open ones first. */
export default function ConflictsPage() {
  const { t } = usePage();
  const view = usePageData("conflicts");
  const all = view.records.flatMap(({ conflicts }) => conflicts);
  const open = all.filter(({ isOpen }) => isOpen).length;
  const counts = { open, settled: all.length - open, records: view.records.length };
  return (
    <LegalPage file="conflicts">
      <div className="conflicts-lead">
        <p>{t("conflicts.count", counts)}</p>
        <p>{t("conflicts.invite")}</p>
        <p className="conflicts-links">
          <PageLink to="contact">{t("conflicts.report")}</PageLink>
          <PageLink to="databaseInfo">{t("conflicts.back")}</PageLink>
        </p>
      </div>
      <h2 className="conflicts-heading">{t("conflicts.open")}</h2>
      <ConflictList view={view} isOpen />
      <h2 className="conflicts-heading">{t("conflicts.settled")}</h2>
      <Paragraphs text={t("conflicts.settledBody")} />
      <ConflictList view={view} isOpen={false} />
      <h2 className="conflicts-heading">{t("conflicts.untraced")}</h2>
      <Paragraphs text={t("conflicts.untracedBody")} />
      <UntracedList untraced={view.untraced} />
    </LegalPage>
  );
}
