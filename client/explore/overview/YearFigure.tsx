/** Registrations of each year as bars; each decade leads to its list. */
import type { YearChart } from "../../contracts/overview/overview.ts";
import { usePage } from "../../page/PageContext.ts";
import { PageLink } from "../../page/PageLink.tsx";
import { Columns } from "../../ui/charts/Columns.tsx";
import { Figure, barsOf } from "./ChartFigure.tsx";

const drawingHeight = 88;

interface YearFigureProps {
  readonly chart: YearChart;
}

/** Renders the table of years that have records, linked to their place in the list. */
function Rows({ chart: { decades } }: YearFigureProps) {
  const { t } = usePage();
  const rows = decades.flatMap((one) => one.rows).filter(({ value }) => value > 0);
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{t("timeline.chart.year")}</th>
          <th scope="col">{t("timeline.chart.count")}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ label, value }) => (
          <tr key={label}>
            <th scope="row">
              <a href={`#y${label}`}>{label}</a>
            </th>
            <td>{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Renders registrations by year as bars, a row for each decade, which links to its records. */
export function YearFigure({ chart }: YearFigureProps) {
  const { language, t } = usePage();
  const { title, subtitle, decades, waves } = chart;
  const most = Math.max(...decades.flatMap(({ rows }) => rows.map(({ value }) => value)));
  const comma = language === "ja" ? "、" : ", ";
  return (
    <Figure id="timeline-years" title={title} subtitle={subtitle} table={<Rows chart={chart} />}>
      <ol className="overview-decades">
        {decades.map(({ decade, label, count, rows }) => (
          <li key={decade}>
            <PageLink to="cultivars" suffix={`?decade=${decade}`}>
              <Columns
                label={rows
                  .filter(({ value }) => value > 0)
                  .map((row) => t("timeline.chart.bar", { year: row.label, count: row.value }))
                  .join(comma)}
                marks={barsOf({ rows })}
                height={drawingHeight}
                most={most}
              />
              <b>{label}</b> <small>{count}</small>
            </PageLink>
          </li>
        ))}
      </ol>
      <ul className="overview-waves">
        {waves.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <p className="overview-more">
        {t("timeline.chart.waves.none")}{" "}
        <PageLink to="databaseInfo" suffix="#transition">
          {t("timeline.chart.waves.more")}
        </PageLink>
      </p>
    </Figure>
  );
}
