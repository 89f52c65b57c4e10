/** The figures of the catalogue; the status of rights is that of the day of reading. */
import type {
  AreaShare,
  ChartView,
  GroupShare,
  Statistics,
} from "../../contracts/overview/overview.ts";
import { type RightStatus, rightStatusOf } from "../../cultivars/catalogue/evidence/rightStatus.ts";
import { dateText, numberText } from "../../language/dates.ts";
import { dayInJapan } from "../../language/partialDates.ts";
import { usePage, usePageData } from "../../page/PageContext.ts";
import { PageLink } from "../../page/PageLink.tsx";
import { Bars } from "../../ui/charts/Bars.tsx";
import { Columns } from "../../ui/charts/Columns.tsx";
import { Line } from "../../ui/charts/Line.tsx";
import { ChartFigure, Figure, barsOf } from "./ChartFigure.tsx";
import { Overview } from "./Overview.tsx";

const statuses: readonly RightStatus[] = [
  "inForce",
  "presumedInForce",
  "pending",
  "expired",
  "lapsedEarly",
  "noneFound",
  "unknown",
];

/** Returns the chart of plant variety rights by their status as of today in Japan. */
function useRightsChart({ rights, records }: Statistics): ChartView {
  const { language, now, t } = usePage();
  const found = rights.map((right) => rightStatusOf(right, dayInJapan(now)));
  const rows = statuses.map((status) => ({
    label: t(`statistics.rights.status.${status}`),
    value: found.filter((one) => one === status).length,
  }));
  const running = found.filter((one) => one === "inForce" || one === "presumedInForce").length;
  const date = dateText(now, language);
  return {
    id: "rights",
    title: t("statistics.rights.title", { count: running }),
    subtitle: t("statistics.rights.subtitle", { date, count: found.length, records }),
    heads: [t("statistics.rights.label"), t("statistics.rights.value")],
    rows,
  };
}

/** Renders links to the sources of a share, and the document that they quote. */
function ShareSources({ share }: { readonly share: Pick<AreaShare, "sources" | "quoted"> }) {
  const { t } = usePage();
  const { sources, quoted } = share;
  return (
    <td>
      {sources.map(({ title, url }) => (
        <a key={url} href={url} rel="noopener">
          {title}
        </a>
      ))}
      {quoted && <small> {t("statistics.groups.quoted", { document: quoted })}</small>}
    </td>
  );
}

const columns = ["year", "percent", "hectares", "note", "sources"] as const;

/** Renders the table of Yabukita's areas and shares by year. */
function AreaRows({ area }: { readonly area: readonly AreaShare[] }) {
  const { t } = usePage();
  return (
    <table className="overview-sourced">
      <thead>
        <tr>
          {columns.map((name) => (
            <th key={name} scope="col">
              {t(`statistics.area.${name}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {area.map((share) => (
          <tr key={share.year}>
            <th scope="row">{share.year}</th>
            <td>{share.percent}</td>
            <td>{share.hectares !== null && numberText(share.hectares)}</td>
            <td>{share.note}</td>
            <ShareSources share={share} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Renders what the sources add to the numbers of the chart, each with its year. */
function AreaNotes({ area }: { readonly area: readonly AreaShare[] }) {
  const { language, t } = usePage();
  return (
    <ul className="overview-notes">
      {area.map(({ year, note, quoted }) => {
        const document = quoted && t("statistics.area.quoted", { document: quoted });
        const text = [note, document].filter(Boolean).join(language === "ja" ? "" : " ");
        return text && <li key={year}>{t("statistics.area.noteOf", { year, text })}</li>;
      })}
    </ul>
  );
}

/**
 * Renders the chart of Yabukita's share of the tea area by year, in percent; nothing without data.
 */
function AreaFigure({ area }: { readonly area: readonly AreaShare[] }) {
  const { t } = usePage();
  const [first, last] = [area[0], area.at(-1)];
  if (!first || !last) return null;
  const title = t("statistics.area.title", {
    first: first.year,
    from: first.percent,
    last: last.year,
    to: last.percent,
  });
  const points = area.map(({ year, percent }) => ({
    year,
    value: percent,
    text: String(percent),
  }));
  return (
    <Figure
      id="area"
      title={title}
      subtitle={t("statistics.area.subtitle", { count: area.length })}
      table={<AreaRows area={area} />}
    >
      <Line label={title} points={points} />
      <AreaNotes area={area} />
      <p className="overview-more">
        <PageLink to="cultivar" params={{ id: "yabukita" }} suffix="#area">
          {t("statistics.area.record")}
        </PageLink>
      </p>
    </Figure>
  );
}

const groupColumns = ["group", "region", "year", "percent", "of", "sources"] as const;

/** Renders the table of the area shares of groups with their sources. */
function GroupRows({ groups }: { readonly groups: readonly GroupShare[] }) {
  const { t } = usePage();
  return (
    <table className="overview-sourced">
      <thead>
        <tr>
          {groupColumns.map((name) => (
            <th key={name} scope="col">
              {t(`statistics.groups.${name}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {groups.map((share) => (
          <tr key={`${share.group} ${share.region} ${share.year}`}>
            <th scope="row">{share.group}</th>
            <td>{share.region}</td>
            <td>{share.year}</td>
            <td>{share.percent}</td>
            <td>{share.of}</td>
            <ShareSources share={share} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/**
 * Renders the area shares that belong to no record: native tea, other cultivars, all cultivars
 * together.
 */
function GroupsFigure({ groups }: { readonly groups: readonly GroupShare[] }) {
  const { t } = usePage();
  const title = t("statistics.groups.title");
  const marks = groups.map(({ group, region, year, percent }) => ({
    label: t("statistics.groups.mark", { group, region, year }),
    value: percent,
    text: `${percent}%`,
  }));
  return (
    <Figure
      id="groups"
      title={title}
      subtitle={t("statistics.groups.subtitle", { count: groups.length })}
      table={<GroupRows groups={groups} />}
    >
      <Bars label={title} marks={marks} />
    </Figure>
  );
}

/** Renders the charts of the statistics page. */
export default function StatisticsPart() {
  const { t } = usePage();
  const statistics = usePageData("statistics");
  const { meta, records, decades, charts, area, groups } = statistics;
  const rights = useRightsChart(statistics);
  return (
    <Overview
      title={meta.title}
      short={t("app.footer.statistics")}
      lead={t("statistics.lead", { count: records })}
    >
      <div className="overview-figures">
        <ChartFigure chart={decades}>
          <Columns label={decades.title} marks={barsOf(decades)} />
        </ChartFigure>
        <AreaFigure area={area} />
        <GroupsFigure groups={groups} />
        {[...charts, rights].map((chart) => (
          <ChartFigure key={chart.id} chart={chart} />
        ))}
      </div>
    </Overview>
  );
}
