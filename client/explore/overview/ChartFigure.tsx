/** A drawing with its finding, unit, table and file. */
import type { ReactNode } from "react";
import type { ChartView } from "../../contracts/overview/overview.ts";
import { numberText } from "../../language/dates.ts";
import { usePage } from "../../page/PageContext.ts";
import { PageLink } from "../../page/PageLink.tsx";
import { Phrases } from "../../page/text/Phrases.tsx";
import { ScrollBox } from "../ScrollBox.tsx";
import { Bars, type Mark } from "../../ui/charts/Bars.tsx";

interface FigureProps {
  /** Also the name of its file. */
  readonly id: string;
  readonly title: string;
  readonly subtitle: string;
  readonly table: ReactNode;
  readonly children: ReactNode;
}

/** Renders the link to a table as a CSV file. */
export function FileLink({ id, title }: Pick<FigureProps, "id" | "title">) {
  const { language, t } = usePage();
  return (
    <a
      href={`/tables/${language}/${id}.csv`}
      download={`chanoki-${id}.csv`}
      aria-label={t("overview.csvOf", { title })}
    >
      {t("overview.csv")}
    </a>
  );
}

/**
 * Renders a figure: title and unit, the chart, and its table in a disclosure with a link to the
 * file.
 */
export function Figure({ id, title, subtitle, table, children }: FigureProps) {
  const { t } = usePage();
  return (
    <figure className="overview-figure" aria-labelledby={id}>
      <figcaption>
        <h2 id={id}>
          <Phrases text={title} />
        </h2>
        <p>{subtitle}</p>
      </figcaption>
      {children}
      <div className="overview-data">
        <details>
          <summary aria-label={t("overview.tableOf", { title })}>{t("overview.table")}</summary>
          <ScrollBox className="overview-scroll" labelledBy={id}>
            {table}
          </ScrollBox>
        </details>
        <FileLink id={id} title={title} />
      </div>
    </figure>
  );
}

/**
 * Returns the bars of a chart, labelled with the short form of a row's label where there is one.
 */
export function barsOf({ rows }: Pick<ChartView, "rows">): readonly Mark[] {
  return rows.map(({ label, short = label, value }) => ({
    label: short,
    value,
    text: numberText(value),
  }));
}

/** Renders the values of a chart as a table. */
function Rows({ chart: { heads, rows } }: { readonly chart: ChartView }) {
  const [label, value] = heads;
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{label}</th>
          <th scope="col">{value}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.label}>
            <th scope="row">
              {row.record ? (
                <PageLink to="cultivar" params={{ id: row.record }}>
                  {row.label}
                </PageLink>
              ) : (
                row.label
              )}
            </th>
            <td>{numberText(row.value)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface ChartFigureProps {
  readonly chart: ChartView;
  /** The drawing, unless it is of horizontal bars. */
  readonly children?: ReactNode;
}

/** Renders a chart with its table; horizontal bars unless the children are another drawing. */
export function ChartFigure({ chart, children }: ChartFigureProps) {
  const { id, title, subtitle } = chart;
  return (
    <Figure id={id} title={title} subtitle={subtitle} table={<Rows chart={chart} />}>
      {children ?? <Bars label={title} marks={barsOf(chart)} />}
    </Figure>
  );
}
