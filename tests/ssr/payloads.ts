/** A payload for every page, as the host would hand it to the worker. */
import type { Language } from "../../client/contracts/language.ts";
import { type PageName, type Params, routeNames } from "../../client/contracts/routes.ts";
import { pathFor } from "../../client/language/paths.ts";
import type { PagePayload, Preloaded } from "../../client/page/payload.ts";
import { featuredIn, viewIn } from "../client/catalogue.ts";
import { operator, site } from "../client/setting.tsx";

export const pageNames: readonly PageName[] = [...routeNames, "notFound"];

function paramsOf(page: PageName): Params {
  if (page === "cultivar") return { id: "saemidori" };
  return page === "post" ? { id: "12" } : {};
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
    now: "2026-11-21T04:00:00Z",
    viewer: null,
    site,
    card: { url: `${site.origin}/og/page/card-${language}.jpg`, alt: `Card: ${page}` },
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
