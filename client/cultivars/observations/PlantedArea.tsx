/** Planted areas by year and region, with a chart of the longest series. */
import type { AreaSeries, AreaView, ObservationsView } from "../../contracts/observations.ts";
import { numberText } from "../../language/dates.ts";
import { usePage } from "../../page/PageContext.ts";
import { Bars } from "../../ui/charts/Bars.tsx";
import { Mark, notesUsed, Section } from "./Section.tsx";

/** Returns the last word of the key of the chart's caption. */
function captionKey({ unit, shareOf }: AreaSeries) {
  if (unit === "hectares") return "chartHectares";
  return shareOf === null ? "chartShare" : "chartShareOf";
}

/** Renders a bar chart of a series; the table below it has the same numbers. */
function Chart({ series }: { readonly series: AreaSeries }) {
  const { t } = usePage();
  const { region, shareOf, points, unit } = series;
  const caption = t(`observations.area.${captionKey(series)}`, { region, whole: shareOf ?? "" });
  const marks = points.map(({ year, value }) => ({
    label: String(year),
    value,
    text: unit === "hectares" ? numberText(value) : String(value),
  }));
  return (
    <figure>
      <figcaption>{caption}</figcaption>
      <Bars label={caption} marks={marks} />
    </figure>
  );
}

interface RowsProps {
  readonly areas: readonly AreaView[];
  readonly used: readonly number[];
}

/** Renders the cell of a region with the mark of its source. */
function Region({ area, used }: { readonly area: AreaView; readonly used: readonly number[] }) {
  return (
    <td>
      {area.region}
      <Mark of="area" used={used} note={area.note} />
      {area.remark && <small>{area.remark}</small>}
    </td>
  );
}

/** Renders the table of areas; columns without values are left out. */
function Rows({ areas, used }: RowsProps) {
  const { t } = usePage();
  const hasHectares = areas.some(({ hectares }) => hectares !== null);
  const hasShare = areas.some(({ sharePercent }) => sharePercent !== null);
  const hasRank = areas.some(({ rank }) => rank !== null);
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{t("observations.area.year")}</th>
          <th scope="col">{t("observations.area.region")}</th>
          {hasHectares && <th scope="col">{t("observations.area.hectares")}</th>}
          {hasShare && <th scope="col">{t("observations.area.share")}</th>}
          {hasRank && <th scope="col">{t("observations.area.rank")}</th>}
        </tr>
      </thead>
      <tbody>
        {areas.map((area, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two sources may have equal rows.
          <tr key={place}>
            <th scope="row">{area.year ?? t("observations.area.undated")}</th>
            <Region area={area} used={used} />
            {hasHectares && (
              <td>
                {area.hectares !== null &&
                  t("observations.area.hectaresValue", { value: numberText(area.hectares) })}
              </td>
            )}
            {hasShare && (
              <td>
                {area.sharePercent !== null &&
                  t("observations.area.shareValue", { value: area.sharePercent })}
                {area.shareOf && <small>{area.shareOf}</small>}
              </td>
            )}
            {hasRank && <td>{area.rank}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Renders a record's planted areas by year; nothing without any. */
export function PlantedArea({ view }: { readonly view: ObservationsView }) {
  const { t } = usePage();
  const { areas, areaSeries, notes, coverage } = view;
  if (areas.length === 0) return null;
  const used = notesUsed(areas);
  const { area: count, records } = coverage;
  return (
    <Section
      of="area"
      title={t("observations.area.title")}
      coverage={t("observations.coverage.area", { count, records })}
      used={used}
      notes={notes}
    >
      {areaSeries && <Chart series={areaSeries} />}
      <div className="observations-scroll">
        <Rows areas={areas} used={used} />
      </div>
    </Section>
  );
}
