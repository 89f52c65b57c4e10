/** Sources of the catalogue, changes of names and numbers, and how to cite it. */
import { catalogueFigures } from "../contracts/figures.ts";
import { similarityFigures } from "../cultivars/similarity/rules.ts";
import { dateText } from "../language/dates.ts";
import { pathFor } from "../language/paths.ts";
import { usePage } from "../page/PageContext.ts";
import { PageLink } from "../page/PageLink.tsx";
import { ServerPart } from "../page/ServerPart.tsx";
import { LegalPage, RunningText, Section } from "./LegalText.tsx";
import "../page/Citation.css";

const instituteNames = [
  "naro",
  "maff",
  "hinshu",
  "shizuoka",
  "kyoto",
  "kagoshima",
  "saitama",
  "miyazaki",
  "icr",
] as const;

type InstituteName = (typeof instituteNames)[number];

const institutes: Readonly<Record<InstituteName, string>> = {
  naro: "https://www.naro.go.jp/",
  maff: "https://www.maff.go.jp/",
  hinshu: "https://www.hinshu2.maff.go.jp/",
  shizuoka: "https://www.pref.shizuoka.jp/sangyoshigoto/norinjimusho/1046794/1044290.html",
  kyoto: "https://www.pref.kyoto.jp/chaken/",
  kagoshima: "https://www.pref.kagoshima.jp/",
  saitama: "https://www.pref.saitama.lg.jp/b0914/chahinsyu.html",
  miyazaki: "https://www.pref.miyazaki.lg.jp/",
  icr: "https://camellia.iflora.cn/",
};

/** Renders the institutes of the references, with links and a note each. */
function Institutes() {
  const { t } = usePage();
  return (
    <Section heading="databaseInfo.institutes.heading" body="databaseInfo.institutes.body">
      <dl className="legal-text-institutes">
        {instituteNames.map((name) => (
          <div key={name}>
            <dt>
              <a href={institutes[name]} rel="noopener">
                {t(`databaseInfo.institutes.items.${name}.name`)}
              </a>
            </dt>
            <dd>
              <RunningText text={t(`databaseInfo.institutes.items.${name}.note`)} />
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

/** Path of the feed of corrections between `/feeds/` and `.atom`. */
const corrections = "corrections";

const openFiles = [
  ["json", "/data/v1/cultivars.json"],
  ["csv", "/data/v1/cultivars.csv"],
  ["schema", "/data/v1/schema.json"],
  ["changelog", "/data/v1/changelog.json"],
  ["citation", "/CITATION.cff"],
] as const;

/** Renders links to the open data, its edition and the feed of corrections. */
function OpenData() {
  const { language, t } = usePage();
  const { version, modified } = catalogueFigures;
  return (
    <Section
      heading="databaseInfo.data.heading"
      body="databaseInfo.data.body"
      params={{ version, date: dateText(modified, language) }}
    >
      <ul className="legal-text-files">
        {openFiles.map(([name, address]) => (
          <li key={name}>
            <a href={address}>{t(`databaseInfo.data.files.${name}`)}</a>
          </li>
        ))}
        <li>
          <a href={`${language === "ja" ? "/ja" : ""}/feeds/${corrections}.atom`}>
            {t("databaseInfo.data.files.corrections")}
          </a>
        </li>
      </ul>
    </Section>
  );
}

/** Renders the page about sources, grades of confidence, open data and citation. */
export default function DatabaseInfoPage() {
  const { language, site, t } = usePage();
  const { cultivars, sources, confidence, read, checkedYear } = catalogueFigures;
  const url = site.origin + pathFor("databaseInfo", language);
  const name = t("databaseInfo.dataset.name");
  const example = { site: site.name, name, year: checkedYear, url, accessed: "YYYY-MM-DD" };
  return (
    <LegalPage file="databaseInfo" feed={corrections}>
      <p className="legal-text-figure">
        {t("databaseInfo.records", { count: cultivars, sources })}
      </p>
      <p className="legal-text-more">
        <PageLink to="statistics">{t("databaseInfo.statistics")}</PageLink>
      </p>
      <Section heading="databaseInfo.citation.heading" body="databaseInfo.citation.body" />
      <Section
        heading="databaseInfo.sources.heading"
        body="databaseInfo.sources.body"
        params={{ read }}
      >
        <ServerPart />
      </Section>
      <Section heading="databaseInfo.references.heading" body="databaseInfo.references.body" />
      <Institutes />
      <Section
        id="transition"
        heading="databaseInfo.transition.heading"
        body="databaseInfo.transition.body"
      />
      <Section
        heading="databaseInfo.confidence.heading"
        body="databaseInfo.confidence.body"
        params={confidence}
      />
      <Section heading="databaseInfo.conflicts.heading" body="databaseInfo.conflicts.body">
        <p className="legal-text-more">
          <PageLink to="conflicts">{t("databaseInfo.conflicts.all")}</PageLink>
        </p>
      </Section>
      <Section heading="databaseInfo.unconfirmed.heading" body="databaseInfo.unconfirmed.body">
        <p className="legal-text-more">
          <PageLink to="unconfirmedNames">{t("databaseInfo.unconfirmed.all")}</PageLink>
        </p>
      </Section>
      <Section heading="databaseInfo.lineages.heading" body="databaseInfo.lineages.body">
        <p className="legal-text-more">
          <PageLink to="lineages">{t("databaseInfo.lineages.pages")}</PageLink>
        </p>
      </Section>
      <Section
        id="similarity"
        heading="databaseInfo.similarity.heading"
        body="databaseInfo.similarity.body"
        params={similarityFigures}
      />
      <OpenData />
      <Section heading="databaseInfo.copyright.heading" body="databaseInfo.copyright.body" />
      <Section heading="databaseInfo.method.heading" body="databaseInfo.method.body">
        <p className="citation">{t("databaseInfo.method.example", example)}</p>
      </Section>
    </LegalPage>
  );
}
