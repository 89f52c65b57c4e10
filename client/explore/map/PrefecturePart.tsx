/** The page of a prefecture: its cultivars, what it recommends and grows, and the newest posts about it. */
import type { PrefecturePageData } from "../../contracts/overview/map.ts";
import { usePage, usePageData } from "../../page/PageContext.ts";
import { PageStatus } from "../../page/PageHead.tsx";
import { PageLink } from "../../page/PageLink.tsx";
import { Phrases } from "../../page/text/Phrases.tsx";
import { PrefectureName } from "../PrefectureName.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { Overview } from "../overview/Overview.tsx";
import { Areas, Grown, Recommended } from "./PrefectureFacts.tsx";
import { PrefecturePosts } from "./PrefecturePosts.tsx";
import { Cultivars, Others } from "./PrefectureRecords.tsx";
import "./Map.css";

type View = PrefecturePageData["view"];

/** Renders links to the neighbouring prefectures. */
function Neighbours({ neighbours }: Pick<View, "neighbours">) {
  const { t } = usePage();
  if (neighbours.length === 0) return null;
  return (
    <section aria-labelledby="neighbours">
      <h2 id="neighbours">{t("prefectures.neighbours")}</h2>
      <ul className="overview-inline">
        {neighbours.map(({ id, name, isInCatalogue }) => (
          <li key={id}>
            <PrefectureName id={id} name={name} isInCatalogue={isInCatalogue} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Renders links to the sections that have content. */
function Contents({ view }: { readonly view: View }) {
  const { t } = usePage();
  const sections = [
    ["cultivars", view.cultivars],
    ["others", view.others],
    ["recommended", view.recommended],
    ["areas", view.areas],
    ["grown", view.grown],
  ] as const;
  const links = sections
    .filter(([, rows]) => rows.length > 0)
    .map(([id]) => ({
      id,
      name: t(id === "grown" ? "prefectures.grown.heading" : `prefectures.${id}`),
    }));
  return (
    <nav className="map-contents" aria-label={t("prefectures.contents")}>
      <ul className="overview-inline">
        {[...links, { id: "posts", name: t("prefectures.posts", { name: view.name }) }].map(
          ({ id, name }) => (
            <li key={id}>
              <a href={`#${id}`}>{name}</a>
            </li>
          ),
        )}
      </ul>
    </nav>
  );
}

/** Renders the page of a known prefecture. */
function KnownPrefecture({ data: { meta, view, posts } }: { readonly data: PrefecturePageData }) {
  const { t } = usePage();
  const { name, cultivars } = view;
  const count = cultivars.length;
  return (
    <Overview
      title={meta.title}
      short={name}
      lead={
        count > 0 ? t("prefectures.lead", { name, count }) : t("prefectures.leadWithout", { name })
      }
      parent="map"
    >
      <Contents view={view} />
      <Cultivars view={view} />
      <Others view={view} />
      <Recommended view={view} />
      <Areas view={view} />
      <Grown view={view} />
      <PrefecturePosts view={view} posts={posts} />
      <Neighbours neighbours={view.neighbours} />
    </Overview>
  );
}

/** Renders the page of an unknown prefecture, with status 404. */
function UnknownPrefecture() {
  const { t } = usePage();
  return (
    <>
      <PageStatus code={404} />
      <Panel title={<Phrases text={t("prefectures.unknown.title")} />}>
        <p>{t("prefectures.unknown.body")}</p>
        <p className="panel-actions">
          <PageLink to="map" className="button">
            {t("prefectures.all")}
          </PageLink>
        </p>
      </Panel>
    </>
  );
}

/** Renders the page of a prefecture, or a page with status 404 for an unknown id. */
export default function PrefecturePart() {
  const { params } = usePage();
  const data = usePageData("prefecture", params);
  return data ? <KnownPrefecture data={data} /> : <UnknownPrefecture />;
}
