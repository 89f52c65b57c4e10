/** The home page: what the site is, and links to catalogue and community. */
import type { CultivarSummary } from "../contracts/cultivar.ts";
import type { RouteName } from "../contracts/routes.ts";
import { CultivarCard } from "../cultivars/catalogue/CultivarCard.tsx";
import { HarvestLine } from "../cultivars/catalogue/HarvestLine.tsx";
import { useFragment } from "../page/fragments.ts";
import { PageHead } from "../page/PageHead.tsx";
import { usePage, usePageData } from "../page/PageContext.ts";
import { PageLink } from "../page/PageLink.tsx";
import { ServerPart } from "../page/ServerPart.tsx";
import { Phrases } from "../page/text/Phrases.tsx";
import { pathFor } from "../language/paths.ts";
import { catalogueFigures } from "../contracts/figures.ts";
import "./HomePage.css";

/** Renders the heading of the site, with links to catalogue and community. */
function Hero() {
  const { language, viewer, t } = usePage();
  return (
    <header className="home-hero">
      <div className="home-hero-ridges" aria-hidden="true" />
      <div className="home-hero-row">
        <div className="home-hero-text">
          <h1 className={language === "ja" ? "visually-hidden" : "home-hero-title"}>
            {t("home.title")}
          </h1>
          <p className="home-hero-subtitle">
            <Phrases text={t("home.subtitle", { count: catalogueFigures.cultivars })} />
          </p>
          <p className="home-hero-actions">
            <PageLink to="cultivars" className="button">
              {t("home.browse")}
            </PageLink>
            <PageLink
              to={viewer ? "community" : "login"}
              suffix={viewer ? "" : `?return=${encodeURIComponent(pathFor("home", language))}`}
              className="button button-quiet"
              {...(viewer ? {} : { rel: "nofollow" })}
            >
              {t(viewer ? "home.community" : "home.start")}
            </PageLink>
          </p>
        </div>
        {/* The heading says the same; upright, it is the picture of this page. */}
        <p className="home-hero-upright" lang="ja" aria-hidden="true">
          <span>{t("home.vertical.first")}</span>
          <span>{t("home.vertical.second")}</span>
        </p>
      </div>
    </header>
  );
}

interface EntryCardProps {
  readonly to: RouteName & ("cultivars" | "community");
}

/** Renders a card that links to the catalogue or the community. */
function EntryCard({ to }: EntryCardProps) {
  const { t } = usePage();
  return (
    <article className="home-door">
      <h2>
        <PageLink to={to}>{t(`home.cards.${to}.title`)}</PageLink>
      </h2>
      <p>{t(`home.cards.${to}.body`)}</p>
      <span className="home-door-arrow" aria-hidden="true" />
    </article>
  );
}

/** Renders six cultivars as cards. */
function Featured() {
  const { t } = usePage();
  const cultivars = usePageData("featuredCultivars");
  return (
    <section className="home-section" aria-labelledby="featured">
      <h2 id="featured">{t("home.featured.title")}</h2>
      <div className="cultivar-grid">
        {cultivars.map((cultivar) => (
          <CultivarCard key={cultivar.id} cultivar={cultivar} rank="h3" />
        ))}
      </div>
      <p className="home-all">
        <PageLink to="cultivars">
          {t("home.featured.all", { count: catalogueFigures.cultivars })}
        </PageLink>
      </p>
    </section>
  );
}

/** Renders how to read the line of a harvest period, with examples. */
function HarvestGuideContent({ cultivars }: { readonly cultivars: readonly CultivarSummary[] }) {
  const { language, t } = usePage();
  return (
    <>
      <div>
        <h2 id="harvest">
          <Phrases text={t("home.harvest.title")} />
        </h2>
        <p>{t("home.harvest.body")}</p>
      </div>
      <dl className="home-lesson-lines">
        {cultivars.map(({ id, nameJa, nameEn, harvest }) => (
          <div key={id}>
            <dt>{language === "ja" ? nameJa : nameEn}</dt>
            <dd>
              {harvest && <HarvestLine harvest={harvest} isStandard={id === "yabukita"} t={t} />}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** Renders the guide to harvest lines as a fragment, whose HTML the worker caches. */
function HarvestGuide() {
  const cultivars = usePageData("featuredCultivars").filter(({ harvest }) => harvest !== null);
  const lesson = useFragment(<HarvestGuideContent cultivars={cultivars} />);
  return <section className="home-section home-lesson" aria-labelledby="harvest" {...lesson} />;
}

/** Renders numbers of the catalogue with their meaning. */
function FiguresContent() {
  const { t } = usePage();
  const figures = [
    {
      figure: catalogueFigures.cultivars,
      name: t("home.facts.cultivars"),
      note: t("home.facts.cultivarsNote"),
    },
    {
      figure: catalogueFigures.sources,
      name: t("home.facts.sources"),
      note: t("home.facts.sourcesNote"),
    },
    {
      figure: catalogueFigures.lineages,
      name: t("home.facts.lineages"),
      note: t("home.facts.lineagesNote"),
    },
  ];
  return (
    <>
      <h2 id="figures" className="visually-hidden">
        {t("home.facts.title")}
      </h2>
      <dl className="home-figures">
        {figures.map(({ figure, name, note }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <b>{figure}</b>
              <small>{note}</small>
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/**
 * Renders numbers of cultivars, sources and lineages as a fragment, whose HTML the worker caches.
 */
function Figures() {
  const inside = useFragment(<FiguresContent />);
  return <section className="home-section" aria-labelledby="figures" {...inside} />;
}

/** Renders the home page; the worker's part shows the cultivar of the day and new posts. */
export default function HomePage() {
  const { t } = usePage();
  return (
    <div className="home">
      <PageHead title={t("home.meta.title")} description={t("home.meta.description")} />
      <Hero />
      <div className="home-doors">
        <EntryCard to="cultivars" />
        <EntryCard to="community" />
      </div>
      <ServerPart />
      <Featured />
      <HarvestGuide />
      <Figures />
    </div>
  );
}
