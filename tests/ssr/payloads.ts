/** Payloads of every page, as the host sends them. */
import type { Language } from "../../client/contracts/language.ts";
import { type PageName, type Params, routeNames } from "../../client/contracts/routes.ts";
import { pathFor } from "../../client/language/paths.ts";
import type { PagePayload, Preloaded } from "../../client/page/payload.ts";
import { featuredIn, viewIn } from "../client/catalogue.ts";
import { aList, aPost, author } from "../client/community/posts.ts";
import { hana } from "../client/accounts/sessions/member.ts";
import { now, operator, site } from "../client/setting.tsx";

export const pageNames: readonly PageName[] = [...routeNames, "notFound"];

function paramsOf(page: PageName): Params {
  if (page === "cultivar") return { id: "saemidori" };
  if (page === "member") return { id: hana.id };
  return page === "post" || page === "postEdit" ? { id: "12" } : {};
}

function preloadedOf(page: PageName, language: Language): readonly Preloaded[] {
  const params = paramsOf(page);
  switch (page) {
    case "home":
      return [{ query: "featuredCultivars", params, data: featuredIn(language) }];
    case "cultivar":
      return [{ query: "cultivar", params, data: viewIn(language, "saemidori") }];
    case "privacy":
    case "legal":
    case "contact":
      return [{ query: "operator", params, data: operator }];
    case "community":
      return [{ query: "feed", params, data: aList() }];
    case "post":
      return [
        { query: "post", params, data: aPost() },
        { query: "comments", params, data: { comments: [], next: null, total: 0 } },
      ];
    case "postEdit":
      return [{ query: "post", params, data: aPost() }];
    case "profile":
      return [
        { query: "me", params, data: hana },
        { query: "myPosts", params, data: aList() },
      ];
    case "profileEdit":
    case "account":
      return [{ query: "me", params, data: hana }];
    case "member":
      return [
        { query: "member", params, data: hana },
        { query: "memberPosts", params, data: aList() },
      ];
    default:
      return [];
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

/** A cultivar's page around a record. */
export function recordPayload(language: Language, id: string): PagePayload {
  const params = { id };
  return payloadOf("cultivar", language, {
    params,
    url: pathFor("cultivar", language, params),
    preloaded: [{ query: "cultivar", params, data: viewIn(language, id) }],
  });
}
