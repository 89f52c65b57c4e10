/** The JSON-LD graph of a page, printed by the worker only. */
import { postNodes, communityNodes } from "../community/structuredData.ts";
import type { PageName } from "../contracts/routes.ts";
import { catalogueNodes, cultivarNodes } from "../cultivars/structuredData.ts";
import { lineageNodes, lineagesNodes } from "../explore/structuredData.ts";
import {
  breederNodes,
  breedersNodes,
  measuredNodes,
  pedigreeNodes,
} from "../explore/overview/structuredData.ts";
import { mapNodes, prefectureNodes } from "../explore/map/structuredData.ts";
import {
  aboutNodes,
  contactNodes,
  dataNodes,
  datasetNodes,
  textNodes,
} from "../legal/structuredData.ts";
import {
  belowHome,
  type DescribedPage,
  graphTag,
  type Node,
  organization,
  webPage,
  website,
} from "../page/structuredData.ts";
import { memberNodes } from "../accounts/profiles/structuredData.ts";

type Nodes = (described: DescribedPage, canonical: string) => readonly Node[];

/** Pages with structured data of their own; every other listed page is a web page below home. */
const nodesOf: Readonly<Partial<Record<PageName, Nodes>>> = {
  home: (described, canonical) => [webPage(described, canonical)],
  cultivars: catalogueNodes,
  cultivar: cultivarNodes,
  lineages: lineagesNodes,
  lineage: lineageNodes,
  statistics: measuredNodes,
  timeline: measuredNodes,
  breeders: breedersNodes,
  breeder: breederNodes,
  map: mapNodes,
  calendar: measuredNodes,
  prefecture: prefectureNodes,
  pedigree: pedigreeNodes,
  community: communityNodes,
  post: postNodes,
  about: aboutNodes,
  terms: textNodes,
  privacy: textNodes,
  databaseInfo: datasetNodes,
  conflicts: dataNodes,
  unconfirmedNames: dataNodes,
  contact: contactNodes,
  member: memberNodes,
};

/** Returns the page's JSON-LD as a script tag; empty for a page that is not indexed. */
export function structuredData(described: DescribedPage): string {
  const { payload, report } = described;
  // A view that is not indexed must not describe the page that is.
  if (report.canonical === undefined || !report.isListed) return "";
  const nodes = (nodesOf[payload.route] ?? belowHome)(described, report.canonical);
  const { site, language } = payload;
  return graphTag([organization(site), website(site, language), ...nodes]);
}
