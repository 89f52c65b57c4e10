/** The page of a lineage group: story, founders, diagram, and members by year. */
import { LineageDot } from "../cultivars/catalogue/Chips.tsx";
import { WholeNames } from "../page/text/WholeNames.tsx";
import { PedigreeDiagram } from "../cultivars/pedigree/PedigreeDiagram.tsx";
import { usePedigreeLabels } from "../cultivars/pedigree/usePedigreeLabels.ts";
import type { LineageMember, LineagePageData } from "../contracts/lineage.ts";
import { factsText } from "../language/facts.ts";
import { pathFor } from "../language/paths.ts";
import { PageHead, PageStatus } from "../page/PageHead.tsx";
import { usePage, usePageData } from "../page/PageContext.ts";
import { PageLink } from "../page/PageLink.tsx";
import { Panel } from "../ui/Panel.tsx";
import { LineageCounts } from "./lineage/LineageCounts.tsx";
import { MemberTable } from "./lineage/MemberTable.tsx";
import { PictureExplorer } from "./lineage/PictureExplorer.tsx";
import "../page/Breadcrumb.css";
import "./Lineage.css";

interface LineageProps {
  readonly lineage: LineagePageData;
}

/** Renders the trail of links from the home page to this lineage. */
function Breadcrumb({ lineage }: LineageProps) {
  const { t } = usePage();
  return (
    <nav className="breadcrumb" aria-label={t("lineage.trail")}>
      <ol>
        <li>
          <PageLink to="home">{t("app.home")}</PageLink>
        </li>
        <li>
          <PageLink to="lineages">{t("lineage.list.short")}</PageLink>
        </li>
        <li aria-current="page">{lineage.name}</li>
      </ol>
    </nav>
  );
}

interface FounderProps {
  readonly founder: LineageMember;
  readonly isDescribed: boolean;
}

/** Renders a founder with year and origin; its epithet only if `isDescribed`. */
function Founder({ founder: { id, name, year, origin, epithet }, isDescribed }: FounderProps) {
  const { language } = usePage();
  const facts = factsText([year, origin], language);
  return (
    <li>
      <PageLink to="cultivar" params={{ id }}>
        {name}
      </PageLink>
      {facts && <small>{facts}</small>}
      {isDescribed && epithet}
    </li>
  );
}

/** The most founders that are described, not only named. */
const describedMost = 6;

/** Renders the founders of the group; up to six of them with their epithets. */
function Founders({ lineage: { members } }: LineageProps) {
  const { t } = usePage();
  const founders = members.filter(({ isFounder }) => isFounder);
  const areDescribed = founders.length <= describedMost;
  return (
    <section aria-labelledby="founders">
      <h2 id="founders">{t("lineage.founders")}</h2>
      <ul className="lineage-cards" data-many={!areDescribed}>
        {founders.map((founder) => (
          <Founder key={founder.id} founder={founder} isDescribed={areDescribed} />
        ))}
      </ul>
    </section>
  );
}

/** Renders the diagram of the group, which can be scaled and moved. */
function Picture({ lineage: { name, diagram, image } }: LineageProps) {
  const { language, t } = usePage();
  const words = usePedigreeLabels();
  return (
    <section className="lineage-picture" aria-labelledby="diagram">
      <h2 id="diagram">{t("lineage.picture.heading")}</h2>
      <PictureExplorer>
        <PedigreeDiagram
          diagram={diagram}
          language={language}
          href={(id) => pathFor("cultivar", language, { id })}
          label={t("lineage.picture.label", { name })}
          words={words}
          hasTargets
        />
      </PictureExplorer>
      <p className="lineage-links">
        <a href={image.src}>{t("lineage.picture.image")}</a>
        <PageLink to="pedigree">{t("lineage.list.pedigree")}</PageLink>
      </p>
    </section>
  );
}

/** Renders links to the previous and the next group. */
function Neighbours({ lineage: { previous, next } }: LineageProps) {
  const { t } = usePage();
  return (
    <nav className="lineage-neighbours" aria-label={t("lineage.neighbours")}>
      {previous && (
        <PageLink to="lineage" params={{ code: previous.id }} rel="prev">
          ← {previous.name}
        </PageLink>
      )}
      <PageLink to="lineages">{t("lineage.all")}</PageLink>
      {next && (
        <PageLink to="lineage" params={{ code: next.id }} rel="next">
          {next.name} →
        </PageLink>
      )}
    </nav>
  );
}

/** Renders the page of a known group. */
function Lineage({ lineage }: LineageProps) {
  const { language, t } = usePage();
  const { id, name, story, meta, members } = lineage;
  const plants = members.flatMap((member) => [member, ...member.parents]);
  return (
    <article className="lineage">
      <PageHead {...meta} />
      <Breadcrumb lineage={lineage} />
      <h1>
        <LineageDot code={id} /> {t("lineage.named", { name })}
      </h1>
      <LineageCounts {...lineage} />
      <p className="lineage-story">
        <WholeNames text={story} names={plants.map((plant) => plant.name)} />
      </p>
      <Founders lineage={lineage} />
      <div className="lineage-whole">
        <Picture lineage={lineage} />
        <MemberTable lineage={lineage} />
      </div>
      <p className="lineage-links">
        <a href={`${pathFor("cultivars", language)}?lineage=${id}`}>
          {t("lineage.members.filtered")}
        </a>
      </p>
      <Neighbours lineage={lineage} />
    </article>
  );
}

/** Renders the page of an unknown group, with status 404. */
function UnknownLineage() {
  const { t } = usePage();
  return (
    <>
      <PageHead
        title={t("lineage.unknown.title")}
        description={t("lineage.unknown.body")}
        missing
      />
      <PageStatus code={404} />
      <Panel title={t("lineage.unknown.title")}>
        <p>{t("lineage.unknown.body")}</p>
        <p className="panel-actions">
          <PageLink to="lineages" className="button">
            {t("lineage.all")}
          </PageLink>
        </p>
      </Panel>
    </>
  );
}

/** Renders the page of a lineage group, or a page with status 404 for an unknown code. */
export default function LineagePage() {
  const { params } = usePage();
  const lineage = usePageData("lineage", params);
  return lineage ? <Lineage key={lineage.id} lineage={lineage} /> : <UnknownLineage />;
}
