/** The page of one cultivar: record, pedigree and sources. */
import { CompareLink } from "./catalogue/CompareLink.tsx";
import { Phrases } from "../page/text/Phrases.tsx";
import { useFragment } from "../page/fragments.ts";
import { PageHead, PageStatus } from "../page/PageHead.tsx";
import { usePage, usePageData } from "../page/PageContext.ts";
import { PageLink } from "../page/PageLink.tsx";
import { Panel } from "../ui/Panel.tsx";
import { CultivarFacts } from "./CultivarFacts.tsx";
import { CultivarFamily, Pedigree } from "./CultivarFamily.tsx";
import { useClaimNotes } from "./claims/useClaimNotes.ts";
import { RelatedPosts } from "./RelatedPosts.tsx";
import { SimilarCultivars } from "./SimilarCultivars.tsx";
import { Sources } from "./Sources.tsx";
import type { CultivarView } from "../contracts/cultivar.ts";
import { catalogueFigures } from "../contracts/figures.ts";
import { dateText } from "../language/dates.ts";
import { pathFor } from "../language/paths.ts";
import { MixedText } from "../page/text/MixedText.tsx";
import { ServerPart } from "../page/ServerPart.tsx";
import { ShareButton } from "../page/ShareButton.tsx";
import { UprightText } from "../page/UprightText.tsx";
import "../page/Breadcrumb.css";
import "../page/Citation.css";
import "./CultivarPage.css";
import "./CultivarPrint.css";

/** Renders the page of an unknown cultivar, with status 404. */
function MissingCultivar() {
  const { t } = usePage();
  return (
    <>
      <PageHead
        title={t("cultivar.notFound.title")}
        description={t("cultivar.notFound.body")}
        missing
      />
      <PageStatus code={404} />
      <Panel title={t("cultivar.notFound.title")}>
        <p>{t("cultivar.notFound.body")}</p>
        <p className="panel-actions">
          <PageLink to="cultivars" className="button">
            {t("cultivar.notFound.search")}
          </PageLink>
        </p>
      </Panel>
    </>
  );
}

interface CultivarProps {
  readonly cultivar: CultivarView;
}

/** Renders the trail of links from the home page to this record. */
function Breadcrumb({ cultivar }: CultivarProps) {
  const { language, t } = usePage();
  return (
    <nav className="breadcrumb" aria-label={t("cultivar.trail")}>
      <ol>
        <li>
          <PageLink to="home">{t("app.home")}</PageLink>
        </li>
        <li>
          <PageLink to="cultivars">{t("cultivar.breadcrumb")}</PageLink>
        </li>
        <li aria-current="page">{language === "ja" ? cultivar.nameJa : cultivar.nameEn}</li>
      </ol>
    </nav>
  );
}

/** Renders the Japanese name with its reading as ruby. */
function UprightName({ cultivar }: CultivarProps) {
  return cultivar.ruby.map(({ text, reading }) =>
    reading === null ? (
      <UprightText key={text} text={text} />
    ) : (
      <ruby key={text}>
        {text}
        <rp>（</rp>
        <rt>{reading}</rt>
        <rp>）</rp>
      </ruby>
    ),
  );
}

/** Renders the heading: the name in the page's language, then the other name if it differs. */
function Title({ cultivar }: CultivarProps) {
  const { language } = usePage();
  const { nameJa, nameEn } = cultivar;
  const japanese = (
    <span key="ja" className="cultivar-upright" lang="ja">
      <UprightName cultivar={cultivar} />
    </span>
  );
  const latin = (
    <span key="en" className="cultivar-romaji" lang="en">
      {nameEn}
    </span>
  );
  const both = language === "ja" ? [japanese, " ", latin] : [latin, " ", japanese];
  return <h1 className="cultivar-title">{nameEn === nameJa ? both[0] : both}</h1>;
}

/** Renders links to the previous and the next cultivar of the list. */
function Neighbours({ cultivar: { previous, next } }: CultivarProps) {
  const { t } = usePage();
  return (
    <nav className="cultivar-neighbours" aria-label={t("cultivar.neighbours")}>
      {previous && (
        <PageLink
          to="cultivar"
          params={{ id: previous.id }}
          rel="prev"
          className="cultivar-previous"
        >
          <small>{t("cultivar.previous")}</small> {previous.name}
        </PageLink>
      )}
      {next && (
        <PageLink to="cultivar" params={{ id: next.id }} rel="next" className="cultivar-next">
          <small>{t("cultivar.next")}</small> {next.name}
        </PageLink>
      )}
    </nav>
  );
}

interface SheetProps extends CultivarProps {
  /** The page's absolute address. */
  readonly url: string;
}

/** Renders a link to a comparison with the record, and a button that shares its address. */
function Actions({ cultivar: { id, nameJa, nameEn }, url }: SheetProps) {
  const { language } = usePage();
  const name = nameJa === nameEn ? nameEn : `${nameJa} ${nameEn}`;
  return (
    <div className="cultivar-actions">
      <CompareLink
        id={id}
        name={language === "ja" ? nameJa : nameEn}
        className="button button-quiet"
      />
      <ShareButton title={name} url={url} />
    </div>
  );
}

/**
 * Renders name, pedigree, facts and family: the part of the page that depends on neither time nor
 * viewer.
 */
function Sheet({ cultivar, url }: SheetProps) {
  const { t } = usePage();
  const { epithet, description, characteristics } = cultivar;
  return (
    <>
      <Title cultivar={cultivar} />
      <div className="cultivar-head">
        <p className="cultivar-epithet">
          <Phrases text={epithet} />
        </p>
        <Actions cultivar={cultivar} url={url} />
      </div>
      <Pedigree cultivar={cultivar} />
      <div className="cultivar-record">
        <div className="cultivar-text">
          <p className="cultivar-description">{description}</p>
          {characteristics.length > 0 && (
            <section aria-labelledby="characteristics">
              <h2 id="characteristics" className="cultivar-subhead">
                {t("cultivar.characteristics")}
              </h2>
              <ul className="cultivar-characteristics">
                {characteristics.map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
            </section>
          )}
        </div>
        <CultivarFacts cultivar={cultivar} />
      </div>
      <CultivarFamily cultivar={cultivar} />
    </>
  );
}

/** Renders the page of a known cultivar. */
function Record({ cultivar }: CultivarProps) {
  const { language, site, t } = usePage();
  useClaimNotes();
  const { id, nameJa, nameEn } = cultivar;
  const url = site.origin + pathFor("cultivar", language, { id });
  const sheet = useFragment(<Sheet cultivar={cultivar} url={url} />);
  return (
    <article className="cultivar">
      <PageHead {...cultivar.meta} type="article" feed={`cultivar/${cultivar.id}`} embeddable />
      <Breadcrumb cultivar={cultivar} />
      <div className="cultivar-sheet" {...sheet} />
      <ServerPart />
      <SimilarCultivars id={cultivar.id} similar={cultivar.similar} />
      <RelatedPosts id={cultivar.id} name={language === "ja" ? nameJa : nameEn} />
      <Sources
        id={cultivar.id}
        confidence={cultivar.confidence}
        confidenceReason={cultivar.confidenceReason}
        sources={cultivar.sources}
      />
      <Citation cultivar={cultivar} url={url} />
      <Neighbours cultivar={cultivar} />
      <p className="cultivar-back">
        <PageLink to="cultivars">← {t("cultivar.back")}</PageLink>
      </p>
    </article>
  );
}

/** Renders the page of a record, or a page with status 404 for an unknown id. */
export default function CultivarPage() {
  const { id = "" } = usePage().params;
  const cultivar = usePageData("cultivar", { id });
  return cultivar ? <Record cultivar={cultivar} /> : <MissingCultivar />;
}

const forms = { bib: "BibTeX", ris: "RIS", "csl.json": "CSL-JSON", json: "JSON" } as const;
const endings = ["bib", "ris", "csl.json", "json"] as const;

/** Renders the section on citing a record: one line to copy, and files for reference managers. */
function Citation({ cultivar, url }: SheetProps) {
  const { language, now, site, t } = usePage();
  const { id, nameJa, nameEn } = cultivar;
  const both = language === "ja" ? `${nameJa}（${nameEn}）` : `${nameEn} (${nameJa})`;
  const name = nameJa === nameEn ? nameEn : both;
  const { version } = catalogueFigures;
  const cited = { name, site: site.name, version, url, date: dateText(now, language) };
  return (
    <section className="cultivar-section">
      <h2>{t("cultivar.cite")}</h2>
      <p className="citation">
        <MixedText text={t("cultivar.citeText", cited)} />
      </p>
      <p className="citation-forms">
        {endings.map((ending) => (
          <a key={ending} href={`/data/v1/cultivars/${id}.${ending}`} download>
            {forms[ending]}
          </a>
        ))}
      </p>
    </section>
  );
}
