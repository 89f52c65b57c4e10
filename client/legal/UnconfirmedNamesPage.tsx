/** Names in circulation without a record: where each was seen, and what is known. */
import { writtenIn } from "../contracts/language.ts";
import type { UnconfirmedName } from "../contracts/unconfirmed.ts";
import { MixedText } from "../page/text/MixedText.tsx";
import { usePage, usePageData } from "../page/PageContext.ts";
import { PageLink } from "../page/PageLink.tsx";
import { LegalPage } from "./LegalText.tsx";
import "./UnconfirmedNames.css";

interface UnconfirmedProps {
  readonly unconfirmed: UnconfirmedName;
}

/** Renders the sources that mention the name. */
function SeenIn({ unconfirmed: { sources } }: UnconfirmedProps) {
  const { t } = usePage();
  if (sources.length === 0)
    return <p className="unconfirmed-sources">{t("unconfirmed.nowhere")}</p>;
  return (
    <p className="unconfirmed-sources">
      {t("unconfirmed.seenIn")}
      {sources.map(({ title, url }) => (
        <a key={url} href={url} rel="noopener" lang={writtenIn(title)}>
          {title}
        </a>
      ))}
    </p>
  );
}

/** Renders links to the records that the name may belong to. */
function RelatedRecords({ unconfirmed: { records } }: UnconfirmedProps) {
  const { t } = usePage();
  if (records.length === 0) return null;
  return (
    <p className="unconfirmed-sources">
      {t("unconfirmed.mayBe")}
      {records.map(({ id, name }) => (
        <PageLink key={id} to="cultivar" params={{ id }}>
          {name}
        </PageLink>
      ))}
    </p>
  );
}

/** Renders one name: what is known of it and what is missing. */
function Unconfirmed({ unconfirmed }: UnconfirmedProps) {
  const { t } = usePage();
  const { id, name, other, known, note, isSpellingUncertain } = unconfirmed;
  return (
    <li id={id} className="unconfirmed">
      <h2>
        <span lang={writtenIn(name)}>{name}</span>{" "}
        {other && <small lang={writtenIn(other)}>{other}</small>}
      </h2>
      <div>
        <p>
          <MixedText text={known} />
        </p>
        {note && (
          <p>
            <MixedText text={note} />
          </p>
        )}
        {isSpellingUncertain && <p className="unconfirmed-doubt">{t("unconfirmed.uncertain")}</p>}
        <SeenIn unconfirmed={unconfirmed} />
        <RelatedRecords unconfirmed={unconfirmed} />
      </div>
    </li>
  );
}

/** Renders the page of names whose sources do not suffice for a record. */
export default function UnconfirmedNamesPage() {
  const { t } = usePage();
  const names = usePageData("unconfirmedNames");
  return (
    <LegalPage file="unconfirmed">
      <div className="unconfirmed-lead">
        <p>{t("unconfirmed.invite")}</p>
        <p className="unconfirmed-links">
          <PageLink to="contact">{t("unconfirmed.report")}</PageLink>
          <PageLink to="databaseInfo">{t("unconfirmed.back")}</PageLink>
        </p>
        <p className="unconfirmed-count">{t("unconfirmed.count", { count: names.length })}</p>
      </div>
      <ul>
        {names.map((unconfirmed) => (
          <Unconfirmed key={unconfirmed.id} unconfirmed={unconfirmed} />
        ))}
      </ul>
    </LegalPage>
  );
}
