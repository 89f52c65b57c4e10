/** All lineage groups with their founders and sizes. */
import { LineageDot } from "../cultivars/catalogue/Chips.tsx";
import { WholeNames } from "../page/text/WholeNames.tsx";
import type { LineageSummary } from "../contracts/lineage.ts";
import { PageHead } from "../page/PageHead.tsx";
import { usePage, usePageData } from "../page/PageContext.ts";
import { PageLink } from "../page/PageLink.tsx";
import { LineageCounts } from "./lineage/LineageCounts.tsx";
import "../page/Breadcrumb.css";
import "./Lineage.css";

/** Founders named in one line of the list. */
const namedMost = 4;

/** Renders the names of a group's first founders, and the number of the others. */
function Founders({ founders }: Pick<LineageSummary, "founders">) {
  const { language, t } = usePage();
  const first = founders.slice(0, namedMost).map(({ name }) => name);
  const joined = first.join(language === "ja" ? "、" : ", ");
  const rest = founders.length - namedMost;
  const names = rest > 0 ? t("lineage.more", { names: joined, count: rest }) : joined;
  return (
    <p>
      <WholeNames text={t("lineage.startsWith", { names })} names={first} />
    </p>
  );
}

/** Renders the list of lineages with their founders and numbers of records. */
export default function LineagesPage() {
  const { t } = usePage();
  const lineages = usePageData("lineages");
  return (
    <article className="lineage">
      <PageHead title={t("lineage.list.title")} description={t("lineage.list.description")} />
      <nav className="breadcrumb" aria-label={t("lineage.trail")}>
        <ol>
          <li>
            <PageLink to="home">{t("app.home")}</PageLink>
          </li>
          <li aria-current="page">{t("lineage.list.short")}</li>
        </ol>
      </nav>
      <h1>{t("lineage.list.title")}</h1>
      <p className="lineage-story">{t("lineage.list.lead")}</p>
      <ul className="lineage-cards">
        {lineages.map((lineage) => (
          <li key={lineage.id}>
            <h2>
              <LineageDot code={lineage.id} />{" "}
              <PageLink to="lineage" params={{ code: lineage.id }}>
                {lineage.name}
              </PageLink>
            </h2>
            <LineageCounts {...lineage} />
            <Founders founders={lineage.founders} />
          </li>
        ))}
      </ul>
      <p className="lineage-links">
        <PageLink to="pedigree">{t("lineage.list.pedigree")}</PageLink>
        <PageLink to="statistics">{t("lineage.list.statistics")}</PageLink>
        <PageLink to="timeline">{t("lineage.list.timeline")}</PageLink>
        <PageLink to="breeders">{t("lineage.list.breeders")}</PageLink>
        <PageLink to="map">{t("lineage.list.map")}</PageLink>
        <PageLink to="databaseInfo">{t("lineage.list.rule")}</PageLink>
      </p>
    </article>
  );
}
