/** The content of a comparison: table, ruler, kinship, sources, and the form. The worker renders it. */
import { listFormat } from "../../language/lists.ts";
import { dayInJapan } from "../../language/partialDates.ts";
import { writtenIn } from "../../contracts/language.ts";
import type { ComparedRecord, SourceLink } from "../../contracts/cultivar.ts";
import { usePage, usePageData } from "../../page/PageContext.ts";
import { ChoiceForm } from "./ChoiceForm.tsx";
import { ComparisonTable } from "./ComparisonTable.tsx";
import { choiceOf } from "./ids.ts";
import { Kinship } from "./Kinship.tsx";
import { ComparisonRows } from "./rows.ts";
import "../CultivarPage.css";
import "../Sources.css";

/** Renders the sources of all compared records, numbered as in the table. */
function Sources({ sources }: { readonly sources: readonly SourceLink[] }) {
  const { t } = usePage();
  return (
    <section className="cultivar-section">
      <h2>{t("cultivar.sources")}</h2>
      <p className="claim-key">{t("cultivar.claim.key")}</p>
      <ol className="sources-list">
        {sources.map(({ title, publisher, url }) => (
          <li key={url + title}>
            <a href={url} rel="noopener" lang={writtenIn(title)}>
              {title}
            </a>
            <span lang={writtenIn(publisher)}>{publisher}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/**
 * Renders notices about ids without a record, and about records beyond the largest number that is
 * compared.
 */
function Notices() {
  const { language, search, t } = usePage();
  const records = usePageData("cultivarNames");
  const { unknown, left } = choiceOf(search, records);
  const list = listFormat(language);
  const quoted = unknown.map((name) => t("comparison.quoted", { name }));
  return (
    <>
      {unknown.length > 0 && (
        <p className="comparison-notice">
          {t("comparison.unknown", { names: list.format(quoted) })}
        </p>
      )}
      {left.length > 0 && (
        <p className="comparison-notice">
          {t("comparison.left", { names: list.format(left.map((id) => records[id]?.name ?? id)) })}
        </p>
      )}
    </>
  );
}

/** Renders table, kinship, form and sources of at least two records. */
function ComparedRecords({ records }: { readonly records: readonly ComparedRecord[] }) {
  const { language, now, t } = usePage();
  const { rows, sources } = new ComparisonRows(records, { language, t, today: dayInJapan(now) });
  return (
    <>
      <p className="comparison-lead">{t("comparison.lead")}</p>
      <ComparisonTable records={records} rows={rows} sources={sources} />
      <Kinship ids={records.map(({ cultivar }) => cultivar.id)} />
      <ChoiceForm records={records} />
      <Sources sources={sources} />
    </>
  );
}

/** Renders the comparison of the page's records; with fewer than two the form alone. */
export default function Comparison() {
  const records = usePageData("compared");
  return (
    <>
      <Notices />
      {records.length > 1 ? (
        <ComparedRecords records={records} />
      ) : (
        <ChoiceForm records={records} />
      )}
    </>
  );
}
