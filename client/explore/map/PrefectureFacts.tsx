/** What sources say of a prefecture: recommended cultivars, tea area by year, and what is grown there. */
import type { AreaOfYear, GrownThere, Sourced } from "../../contracts/overview/map.ts";
import { MixedText } from "../../page/text/MixedText.tsx";
import { numberText } from "../../language/dates.ts";
import { spaceAfterSign } from "../../language/facts.ts";
import { usePage } from "../../page/PageContext.ts";
import { PageLink } from "../../page/PageLink.tsx";
import { Line } from "../../ui/charts/Line.tsx";
import { Figure } from "../overview/ChartFigure.tsx";
import { ScrollBox } from "../ScrollBox.tsx";
import type { ViewProps } from "./PrefectureRecords.tsx";
import { SourceLinks } from "./SourceLinks.tsx";

/** The fewest years with a chart. */
const pointsLeast = 3;

interface NoteProps {
  readonly of: Sourced & { readonly note: string | null };
}

/** Renders the note on a value, and its sources. */
function Note({ of }: NoteProps) {
  const { language, t } = usePage();
  return (
    <>
      {of.note && (
        <small className="map-note">
          <MixedText text={of.note} />
        </small>
      )}
      <small className="map-note">
        {t("prefectures.sourceOf") + spaceAfterSign(language)}
        <SourceLinks of={of} />
      </small>
    </>
  );
}

/** Renders the cultivars that a prefecture recommends; nothing without any. */
export function Recommended({ view: { recommended } }: ViewProps) {
  const { language, t } = usePage();
  if (recommended.length === 0) return null;
  return (
    <section aria-labelledby="recommended">
      <h2 id="recommended">{t("prefectures.recommended")}</h2>
      <p className="overview-lead">{t("prefectures.recommendedNote")}</p>
      <ScrollBox className="overview-scroll" labelledBy="recommended">
        <table className="map-facts">
          <thead>
            <tr>
              <th scope="col">{t("prefectures.when")}</th>
              <th scope="col">{t("prefectures.grown.cultivar")}</th>
            </tr>
          </thead>
          <tbody>
            {recommended.map((row) => (
              <tr key={`${row.when} ${row.cultivars[0]?.id}`}>
                <td>{row.when}</td>
                <td>
                  {row.cultivars.map(({ id, name }, place) => (
                    <span key={id}>
                      {place > 0 && (language === "ja" ? "、" : ", ")}
                      <PageLink to="cultivar" params={{ id }}>
                        {name}
                      </PageLink>
                    </span>
                  ))}
                  <Note of={row} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </section>
  );
}

/** Renders the table of tea areas by year. */
function AreaRows({ areas }: { readonly areas: readonly AreaOfYear[] }) {
  const { t } = usePage();
  return (
    <table className="map-facts">
      <thead>
        <tr>
          <th scope="col">{t("prefectures.year")}</th>
          <th scope="col">{t("prefectures.hectares")}</th>
        </tr>
      </thead>
      <tbody>
        {areas.map((row) => (
          <tr key={row.year}>
            <th scope="row">{row.year}</th>
            <td>
              {numberText(row.hectares)}
              <Note of={row} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Renders the tea area by year, as a chart from three years on; nothing without any. */
export function Areas({ view: { id, areas } }: ViewProps) {
  const { t } = usePage();
  const last = areas.at(-1);
  if (last === undefined) return null;
  if (areas.length < pointsLeast) {
    return (
      <section aria-labelledby="areas">
        <h2 id="areas">{t("prefectures.areas")}</h2>
        <ScrollBox className="overview-scroll" labelledBy="areas">
          <AreaRows areas={areas} />
        </ScrollBox>
      </section>
    );
  }
  const title = t("prefectures.area.title", {
    hectares: numberText(last.hectares),
    year: last.year,
  });
  const points = areas.map(({ year, hectares }) => ({
    year,
    value: hectares,
    text: numberText(hectares),
  }));
  return (
    <div id="areas">
      <Figure
        id={`prefecture-${id}-area`}
        title={title}
        subtitle={t("prefectures.area.subtitle", { count: areas.length })}
        table={<AreaRows areas={areas} />}
      >
        <Line label={title} points={points} />
      </Figure>
    </div>
  );
}

/** Renders names and areas of cultivars, in hectares, percent or both. */
function GrownAreas({ areas }: Pick<GrownThere, "areas">) {
  const { language, t } = usePage();
  return areas.map(({ id, name, hectares, percent }, place) => (
    <span key={name}>
      {place > 0 && (language === "ja" ? "、" : ", ")}
      {id ? (
        <PageLink to="cultivar" params={{ id }}>
          {name}
        </PageLink>
      ) : (
        name
      )}{" "}
      {hectares !== null && t("prefectures.grown.hectares", { hectares: numberText(hectares) })}
      {hectares !== null && percent !== null && " / "}
      {percent !== null && t("prefectures.grown.percent", { percent })}
    </span>
  ));
}

/**
 * Renders the planted areas of cultivars in the prefecture, by year and source; nothing without
 * any.
 */
export function Grown({ view: { grown } }: ViewProps) {
  const { t } = usePage();
  if (grown.length === 0) return null;
  return (
    <section aria-labelledby="grown">
      <h2 id="grown">{t("prefectures.grown.heading")}</h2>
      <ScrollBox className="overview-scroll" labelledBy="grown">
        <table className="map-facts">
          <thead>
            <tr>
              <th scope="col">{t("prefectures.year")}</th>
              <th scope="col">{t("prefectures.grown.amount")}</th>
            </tr>
          </thead>
          <tbody>
            {grown.map((row) => (
              <tr key={`${row.year} ${row.percentOf} ${row.areas[0]?.name}`}>
                <th scope="row">{row.year ?? t("prefectures.noYear")}</th>
                <td>
                  <GrownAreas areas={row.areas} />
                  {row.percentOf && (
                    <small className="map-note">
                      {t("prefectures.grown.percentOf", { of: row.percentOf })}
                    </small>
                  )}
                  <Note of={row} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </section>
  );
}
