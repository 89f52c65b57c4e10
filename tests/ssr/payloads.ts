/** Payloads of every page, as the host sends them. */
import { calendarOf } from "../../client/cultivars/catalogue/overview/calendar.ts";
import type { Language } from "../../client/contracts/language.ts";
import { type PageName, type Params, routeNames } from "../../client/contracts/routes.ts";
import { pathFor } from "../../client/language/paths.ts";
import type { PagePayload, Preloaded } from "../../client/page/payload.ts";
import {
  breederIn,
  featuredIn,
  lineageIn,
  lineageListIn,
  mapIn,
  prefectureIn,
  statisticsIn,
  viewIn,
  viewMessagesIn,
} from "../client/catalogue.ts";
import { aPostPage, aPost, author } from "../client/community/posts.ts";
import { hana } from "../client/accounts/sessions/member.ts";
import { breedersOf, timelineOf } from "../../client/cultivars/catalogue/overview/breeders.ts";
import { wholePedigreeOf } from "../../client/cultivars/catalogue/overview/pedigree.ts";
import { now, operator, site } from "../client/renderPage.tsx";
import { fixedData } from "./fixedData.ts";

export const pageNames: readonly PageName[] = [...routeNames, "notFound"];

const collection = {
  id: "0b6f1f5e-6f0a-4d53-9f0e-2c1d0a7f3b11",
  name: "朝のお茶",
  is_shared: true,
  owner: author,
  posts_count: 1,
} as const;

function paramsOf(page: PageName): Params {
  if (page === "cultivar") return { id: "saemidori" };
  if (page === "relation") return { a: "saemidori", b: "seimei" };
  if (page === "lineage") return { code: "4" };
  if (page === "breeder" || page === "prefecture") return { id: "kyoto" };
  if (page === "member") return { id: hana.id };
  if (page === "collection") return { id: collection.id };
  return page === "post" || page === "postEdit" ? { id: "12" } : {};
}

const overviews = [
  "statistics",
  "timeline",
  "breeders",
  "breeder",
  "map",
  "prefecture",
  "calendar",
  "pedigree",
] as const;
type Overview = (typeof overviews)[number];

const isOverview = (page: PageName): page is Overview => overviews.some((one) => one === page);

const overviewData = new Map<string, Preloaded>();

/** Returns the data of a page about the whole catalogue; memoized. */
function overviewOf(page: Overview, language: Language): Preloaded {
  const key = `${language} ${page}`;
  const data = overviewData.get(key) ?? buildOverview(page, language);
  overviewData.set(key, data);
  return data;
}

/** Builds the data of a page about the whole catalogue. */
function buildOverview(page: Overview, language: Language): Preloaded {
  const params = paramsOf(page);
  const words = viewMessagesIn(language);
  switch (page) {
    case "statistics":
      return { query: page, params, data: statisticsIn(language) };
    case "timeline":
      return { query: page, params, data: timelineOf(words) };
    case "breeders":
      return { query: page, params, data: breedersOf(words) };
    case "breeder":
      return { query: page, params, data: breederIn(language, "kyoto") };
    case "calendar":
      return { query: page, params, data: calendarOf(words) };
    case "map":
      return { query: page, params, data: mapIn(language, { kyoto: 2 }) };
    case "pedigree":
      return { query: page, params, data: wholePedigreeOf(words) };
    case "prefecture":
      return { query: page, params, data: prefectureIn(language, "kyoto", aPostPage()) };
  }
}

const followedAt = "2026-11-20T01:00:00Z";
const followsOfHana = {
  follows: [
    { kind: "cultivar", id: "saemidori", name: null, created_at: followedAt },
    { kind: "member", id: "alex", name: "Alex Leaf", created_at: followedAt },
    { kind: "prefecture", id: "kyoto", name: null, created_at: followedAt },
    { kind: "tea-type", id: "sencha", name: null, created_at: followedAt },
  ],
  asked: { kind: "cultivar", id: "yabukita", name: null },
} as const;
const sharedOfHana = { favourites: true, followed_cultivars: false, collections: [] };
const nothingHidden = { members: [], words: [], categories: [], asked: null };
const noComments = { comments: [], next: null, total: 0, answer: null, pinned: null };

/** Returns the preloaded data of pages about a member, and of pages with fixed data. */
function membersPreloaded(page: PageName): readonly Preloaded[] {
  const params = paramsOf(page);
  switch (page) {
    case "profile":
      return [
        { query: "me", params, data: hana },
        { query: "myPosts", params, data: aPostPage() },
      ];
    case "account":
      return [
        { query: "me", params, data: hana },
        { query: "follows", params, data: followsOfHana },
        { query: "hidden", params, data: nothingHidden },
        { query: "sharing", params, data: sharedOfHana },
        { query: "decisions", params, data: [] },
      ];
    case "member":
      return [
        { query: "member", params, data: hana },
        { query: "memberPosts", params, data: aPostPage() },
        { query: "shared", params, data: { collections: [collection], cultivars: ["saemidori"] } },
      ];
    case "collection":
      return [
        { query: "collection", params, data: collection },
        { query: "collectionPosts", params, data: aPostPage() },
      ];
    default:
      return fixedData[page] ?? [];
  }
}

function preloadedOf(page: PageName, language: Language): readonly Preloaded[] {
  if (isOverview(page)) return [overviewOf(page, language)];
  const params = paramsOf(page);
  switch (page) {
    case "home":
      return [
        { query: "featuredCultivars", params, data: featuredIn(language) },
        { query: "newestPosts", params, data: aPostPage() },
      ];
    case "cultivar":
      return [{ query: "cultivar", params, data: viewIn(language, "saemidori") }];
    case "relation":
      return [{ query: "pair", params, data: { a: "saemidori", b: "seimei" } }];
    case "lineages":
      return [{ query: "lineages", params, data: lineageListIn(language) }];
    case "lineage":
      return [{ query: "lineage", params, data: lineageIn(language, "4") }];
    case "privacy":
    case "legal":
    case "contact":
      return [{ query: "operator", params, data: operator }];
    case "community":
      return [{ query: "feed", params, data: aPostPage() }];
    case "post":
      return [
        { query: "post", params, data: aPost() },
        { query: "comments", params, data: noComments },
      ];
    case "postEdit":
      return [{ query: "post", params, data: aPost() }];
    default:
      return membersPreloaded(page);
  }
}

export function payloadOf(
  page: PageName,
  language: Language,
  part: Partial<PagePayload> = {},
): PagePayload {
  const nowhere = language === "ja" ? "/ja/nowhere" : "/nowhere";
  return {
    route: page,
    language,
    url: page === "notFound" ? nowhere : pathFor(page, language, paramsOf(page)),
    params: paramsOf(page),
    status: page === "notFound" ? 404 : 200,
    now,
    viewer: page === "postEdit" ? { ...author, language } : null,
    site,
    preloaded: preloadedOf(page, language),
    ...part,
  };
}

/** Returns the payload of the page of a cultivar. */
export function recordPayload(language: Language, id: string): PagePayload {
  const params = { id };
  return payloadOf("cultivar", language, {
    params,
    url: pathFor("cultivar", language, params),
    preloaded: [{ query: "cultivar", params, data: viewIn(language, id) }],
  });
}
