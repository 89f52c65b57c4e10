/** Registrations by year and breeder. */
import type { DatedRecord, Timeline } from "../../contracts/overview/overview.ts";
import { usePage, usePageData } from "../../page/PageContext.ts";
import { PageLink } from "../../page/PageLink.tsx";
import { Phrases } from "../../page/text/Phrases.tsx";
import { Columns } from "../../ui/charts/Columns.tsx";
import { FileLink, Figure, barsOf } from "./ChartFigure.tsx";
import { Overview } from "./Overview.tsx";
import { YearFigure } from "./YearFigure.tsx";

const drawingHeight = 56;

interface TimelineProps {
  readonly timeline: Timeline;
}

/** Renders the table of each breeder's records by decade. */
function BreederTable({ timeline: { breeders } }: TimelineProps) {
  const { t } = usePage();
  const decades = breeders[0]?.rows ?? [];
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{t("timeline.breeders.name")}</th>
          {decades.map(({ label, short }) => (
            <th key={label} scope="col">
              {short}
            </th>
          ))}
          <th scope="col">{t("timeline.breeders.total")}</th>
        </tr>
      </thead>
      <tbody>
        {breeders.map(({ id, name, rows, records }) => (
          <tr key={id}>
            <th scope="row">{name}</th>
            {rows.map(({ label, value }) => (
              <td key={label}>{value}</td>
            ))}
            <td>{records}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Renders columns by decade for each breeder, all on one scale. */
function BreederFigure({ timeline }: TimelineProps) {
  const { t } = usePage();
  const { title, dated, records, breeders } = timeline;
  const most = Math.max(...breeders.flatMap(({ rows }) => rows.map(({ value }) => value)));
  return (
    <Figure
      id="timeline-breeders"
      title={title}
      subtitle={t("timeline.breeders.subtitle", { count: dated, records })}
      table={<BreederTable timeline={timeline} />}
    >
      <div className="overview-small">
        {breeders.map(({ id, name, rows }) => (
          <div key={id}>
            <h3>
              <PageLink to="breeder" params={{ id }}>
                <Phrases text={name} />
              </PageLink>
            </h3>
            <Columns
              label={t("timeline.breeders.drawing", { name })}
              marks={barsOf({ rows })}
              height={drawingHeight}
              most={most}
            />
          </div>
        ))}
      </div>
    </Figure>
  );
}

/** Renders a record with registration and breeder. */
function Entry({ record }: { readonly record: DatedRecord }) {
  const { t } = usePage();
  const { id, name, registration, breeder, institute } = record;
  return (
    <li>
      <PageLink to="cultivar" params={{ id }}>
        {name}
      </PageLink>{" "}
      <small>{registration}</small>{" "}
      <small>
        {institute && breeder ? (
          <PageLink to="breeder" params={{ id: institute }}>
            {breeder}
          </PageLink>
        ) : (
          (breeder ?? t("timeline.years.unknown"))
        )}
      </small>
    </li>
  );
}

/** Renders the records by year of registration. */
function Years({ timeline: { years } }: TimelineProps) {
  const { t } = usePage();
  const title = t("timeline.years.heading");
  return (
    <section aria-labelledby="years">
      <h2 id="years">{title}</h2>
      <p className="overview-more">
        <FileLink id="timeline" title={title} />
      </p>
      <ol className="overview-years">
        {years.map(({ year, records }) => (
          <li key={year}>
            <h3 id={`y${year}`}>
              {year} <small>{t("timeline.years.count", { count: records.length })}</small>
            </h3>
            <ul>
              {records.map((record) => (
                <Entry key={record.id} record={record} />
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Renders registrations over time: by year, by breeder, and all records. */
export default function TimelinePart() {
  const { t } = usePage();
  const timeline = usePageData("timeline");
  const { meta, dated, records } = timeline;
  return (
    <Overview
      title={meta.title}
      short={t("app.footer.timeline")}
      lead={t("timeline.lead", { count: dated, records })}
    >
      <YearFigure chart={timeline.chart} />
      <BreederFigure timeline={timeline} />
      <Years timeline={timeline} />
    </Overview>
  );
}
