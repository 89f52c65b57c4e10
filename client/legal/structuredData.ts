/** What the static pages tell machines: about, contact, and the catalogue as a data set. */
import { catalogueFigures } from "../contracts/figures.ts";
import {
  type Described,
  datasetId,
  type Node,
  organizationId,
  webPage,
} from "../page/structuredData.ts";

const licence = "https://creativecommons.org/licenses/by/4.0/";

export function aboutNodes(described: Described, canonical: string): readonly Node[] {
  return [webPage(described, canonical, { "@type": "AboutPage" })];
}

export function contactNodes(described: Described, canonical: string): readonly Node[] {
  const { payload, store } = described;
  const { email } = store.data("operator", payload.language, payload.params);
  const contactPoint = {
    "@type": "ContactPoint",
    contactType: "customer support",
    availableLanguage: ["ja", "en"],
    ...(email ? { email } : {}),
  };
  const about = { "@id": organizationId(payload.site), contactPoint };
  return [webPage(described, canonical, { "@type": "ContactPage", mainEntity: about })];
}

export function datasetNodes(described: Described, canonical: string): readonly Node[] {
  const { payload, report } = described;
  const dataset = {
    "@type": "Dataset",
    "@id": datasetId(payload.site),
    name: report.title,
    description: report.description,
    url: canonical,
    license: licence,
    creator: { "@id": organizationId(payload.site) },
    isAccessibleForFree: true,
    inLanguage: ["ja", "en"],
    spatialCoverage: "Japan",
    variableMeasured: ["parents", "registration", "harvest timing", "uses", "lineage"],
    size: `${catalogueFigures.cultivars} records`,
  };
  return [
    webPage(described, canonical, { mainEntity: { "@id": datasetId(payload.site) } }),
    dataset,
  ];
}
