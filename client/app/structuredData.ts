/** The JSON-LD graph of a page, printed by the worker only: no browser has a use for it. */
import { postNodes } from "../community/detail/structuredData.ts";
import { communityNodes } from "../community/feed/structuredData.ts";
import type { PageName } from "../contracts/routes.ts";
import { catalogueNodes, cultivarNodes } from "../cultivars/structuredData.ts";
import { aboutNodes, contactNodes, datasetNodes, textNodes } from "../legal/structuredData.ts";
import {
  type Described,
  graphTag,
  type Node,
  organization,
  webPage,
  website,
} from "../page/structuredData.ts";
import { memberNodes } from "../accounts/profiles/structuredData.ts";

type Nodes = (described: Described, canonical: string) => readonly Node[];

const plain: Nodes = (described, canonical) => [webPage(described, canonical)];
const none: Nodes = () => [];

const nodesOf: Readonly<Record<PageName, Nodes>> = {
  home: plain,
  cultivars: catalogueNodes,
  cultivar: cultivarNodes,
  community: communityNodes,
  post: postNodes,
  login: none,
  authCallback: none,
  about: aboutNodes,
  terms: textNodes,
  privacy: textNodes,
  legal: textNodes,
  databaseInfo: datasetNodes,
  contact: contactNodes,
  create: none,
  postEdit: none,
  profile: none,
  profileEdit: none,
  account: none,
  member: memberNodes,
  notFound: none,
};

export function structuredData(described: Described): string {
  const { payload, report } = described;
  // A view that search engines do not list must not speak for the page that they do.
  if (report.canonical === undefined || !report.isListed) return "";
  const nodes = nodesOf[payload.route](described, report.canonical);
  if (nodes.length === 0) return "";
  const { site, language } = payload;
  return graphTag([organization(site), website(site, language), ...nodes]);
}
