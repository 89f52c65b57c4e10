/** The map of prefectures: cultivars, tea area or posts as the address says, with its table. */
import type { MapPageData } from "../../contracts/overview/map.ts";
import { numberText } from "../../language/dates.ts";
import { spaceAfterSign } from "../../language/facts.ts";
import { pathFor } from "../../language/paths.ts";
import { usePage, usePageData } from "../../page/PageContext.ts";
import { PageLink } from "../../page/PageLink.tsx";
import { Phrases } from "../../page/text/Phrases.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { FileLink } from "../overview/ChartFigure.tsx";
import { Overview } from "../overview/Overview.tsx";
import { ScrollBox } from "../ScrollBox.tsx";
import { rangesOf } from "./levels.ts";
import { SourceLinks } from "./SourceLinks.tsx";
import { type Subject, subjectOf, subjects, useFinding, useSquares } from "./subjects.ts";
import { Hatchings, type Square, TileMap } from "./TileMap.tsx";
import "./Map.css";

/** Renders links that choose what the map shows. */
function Switch({ shown }: { readonly shown: Subject }) {
  const { language, t } = usePage();
  const address = pathFor("map", language);
  const tabs = subjects.map((subject, place) => ({
    id: subject,
    href: place === 0 ? address : `${address}?show=${subject}`,
    text: t(`map.show.${subject}`),
  }));
  return (
    <div className="map-switch">
      <Tabs label={t("map.show.label")} tabs={tabs} current={shown} />
    </div>
  );
}

/** Renders the legend: the range of values of each density of hatching; nothing without values. */
function Key({ squares }: { readonly squares: readonly Square[] }) {
  const { t } = usePage();
  const ranges = rangesOf(squares.map(({ value }) => value));
  if (ranges.length === 0) return null;
  return (
    <div className="map-key">
      <p>{t("map.key")}</p>
      <ul>
        {ranges.map(({ level, least, most }) => (
          <li key={level}>
            <svg className="map-sample" viewBox="0 0 24 24" aria-hidden="true">
              <Hatchings prefix={`sample-${level}`} />
              <rect x="1" y="1" width="22" height="22" rx="3" />
              <rect
                className="map-hatch"
                x="1"
                y="1"
                width="22"
                height="22"
                rx="3"
                fill={`url(#sample-${level}-${level})`}
              />
            </svg>
            {least === most ? numberText(least) : `${numberText(least)}–${numberText(most)}`}
          </li>
        ))}
      </ul>
    </div>
  );
}

interface DataProps {
  readonly data: MapPageData;
}

/** Renders the figures of all prefectures as a table. */
function Rows({ data: { view, posts } }: DataProps) {
  const { t } = usePage();
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{t("map.prefecture")}</th>
          <th scope="col">{t("map.columns.cultivars")}</th>
          <th scope="col">{t("map.columns.area", { year: view.areaYear })}</th>
          {posts && <th scope="col">{t("map.columns.posts")}</th>}
        </tr>
      </thead>
      <tbody>
        {view.tiles.map(({ id, name, cultivars, area, isInCatalogue }) => {
          const written = posts?.posts[id] ?? 0;
          return (
            <tr key={id}>
              <th scope="row">
                {isInCatalogue || written > 0 ? (
                  <PageLink to="prefecture" params={{ id }}>
                    {name}
                  </PageLink>
                ) : (
                  name
                )}
              </th>
              <td>{cultivars || "–"}</td>
              <td>{area === null ? "–" : numberText(area)}</td>
              {posts && <td>{written ? numberText(written) : "–"}</td>}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** Renders the map of prefectures, hatched by the chosen figure, and a table of all figures. */
export default function MapPart() {
  const { language, search, t } = usePage();
  const data = usePageData("map");
  const shown = subjectOf(search);
  const squares = useSquares(shown, data);
  const { title, subtitle } = useFinding(shown, data);
  return (
    <Overview title={data.meta.title} short={t("app.footer.map")} lead={t("map.lead")}>
      <Switch shown={shown} />
      <div className="map-columns">
        <figure className="map-figure" aria-labelledby="map-title">
          <figcaption>
            <h2 id="map-title">
              <Phrases text={title} />
            </h2>
            <p>{subtitle}</p>
          </figcaption>
          <TileMap label={title} language={language} squares={squares} />
          <Key squares={squares} />
        </figure>
        <section className="map-table" aria-labelledby="map-all">
          <h2 id="map-all">{t("map.table")}</h2>
          <p className="overview-more">
            <FileLink id="map" title={t("map.table")} />
          </p>
          <ScrollBox className="overview-scroll" labelledBy="map-all">
            <Rows data={data} />
          </ScrollBox>
          <p className="map-source">
            {t("map.source") + spaceAfterSign(language)}
            <SourceLinks of={{ sources: data.view.areaSources, quoted: null }} />
          </p>
        </section>
      </div>
    </Overview>
  );
}
