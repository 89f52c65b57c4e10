/** Structured data of the static pages: about, contact, and the catalogue as a data set. */
import { catalogueFigures } from "../contracts/figures.ts";
import { isDatedText, textDates } from "../contracts/legal/textDates.ts";
import { pathFor } from "../language/paths.ts";
import {
  belowHome,
  breadcrumbs,
  type DescribedPage,
  datasetId,
  licence,
  type Node,
  organizationId,
  webPage,
} from "../page/structuredData.ts";

/** Shown on the contact page when the operator has set no hours. */
const usualHours = {
  "@type": "OpeningHoursSpecification",
  dayOfWeek: ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"],
  opens: "10:00",
  closes: "17:00",
};

/** Returns the JSON-LD of a legal text, with the day of its last change if the page shows one. */
export function textNodes(described: DescribedPage, canonical: string): readonly Node[] {
  const { route } = described.payload;
  const modified = isDatedText(route) ? { dateModified: textDates[route] } : {};
  return belowHome(described, canonical, modified);
}

/** Returns the JSON-LD of the page about the site. */
export function aboutNodes(described: DescribedPage, canonical: string): readonly Node[] {
  return belowHome(described, canonical, { "@type": "AboutPage" });
}

/**
 * Returns the JSON-LD of the contact page; it has the usual hours only if the operator set none.
 */
export function contactNodes(described: DescribedPage, canonical: string): readonly Node[] {
  const { payload, store } = described;
  const { email, hours } = store.data("operator", payload.language, payload.params);
  const contactPoint = {
    "@type": "ContactPoint",
    contactType: "customer support",
    availableLanguage: ["ja", "en"],
    ...(email ? { email } : {}),
    ...(hours[payload.language] === null ? { hoursAvailable: usualHours } : {}),
  };
  const mainEntity = { "@id": organizationId(payload.site), contactPoint };
  return belowHome(described, canonical, { "@type": "ContactPage", mainEntity });
}

/** Returns the JSON-LD of a page below the page about the data. */
export function dataNodes(described: DescribedPage, canonical: string): readonly Node[] {
  const { payload, report, store } = described;
  const { language, site } = payload;
  const t = store.translate(language);
  const crumbs = [
    { name: t("app.home"), url: site.origin + pathFor("home", language) },
    {
      name: t(`${payload.route === "conflicts" ? "conflicts" : "unconfirmed"}.back`),
      url: site.origin + pathFor("databaseInfo", language),
    },
    { name: report.title, url: canonical },
  ];
  const modified = { dateModified: catalogueFigures.modified };
  return [webPage(described, canonical, modified), breadcrumbs(canonical, crumbs)];
}

/** Returns the JSON-LD of one file of the open data. */
function describeFile(origin: string, ending: "json" | "csv", encodingFormat: string): Node {
  const contentUrl = `${origin}/data/v1/cultivars.${ending}`;
  const contentSize = catalogueFigures.downloads[ending];
  return { "@type": "DataDownload", encodingFormat, contentUrl, contentSize, license: licence };
}

/** Returns the JSON-LD of the catalogue as a data set, with its files and sources. */
function describeDataset({ payload, store }: DescribedPage, canonical: string): Node {
  const { records, cultivars, version, published, modified } = catalogueFigures;
  const t = store.translate(payload.language);
  const sources = store.data("sources", payload.language, payload.params);
  return {
    "@type": "Dataset",
    "@id": datasetId(payload.site),
    name: t("databaseInfo.dataset.name"),
    description: t("databaseInfo.dataset.description", { records, cultivars }),
    url: canonical,
    identifier: datasetId(payload.site),
    version,
    license: licence,
    creator: { "@id": organizationId(payload.site) },
    datePublished: published,
    dateModified: modified,
    isAccessibleForFree: true,
    keywords: ["Camellia sinensis", "cultivar", "Japanese tea", "日本茶", "品種", "茶農林"],
    inLanguage: ["ja", "en"],
    spatialCoverage: "Japan",
    variableMeasured: ["parents", "registration", "harvest timing", "uses", "lineage"],
    size: `${records} records`,
    distribution: [
      describeFile(payload.site.origin, "json", "application/json"),
      describeFile(payload.site.origin, "csv", "text/csv"),
    ],
    citation: sources.map(({ title, url }) => ({ "@type": "CreativeWork", name: title, url })),
  };
}

/** Returns the JSON-LD of the page about the data. */
export function datasetNodes(described: DescribedPage, canonical: string): readonly Node[] {
  const mainEntity = { "@id": datasetId(described.payload.site) };
  return [
    ...belowHome(described, canonical, { mainEntity }),
    describeDataset(described, canonical),
  ];
}
