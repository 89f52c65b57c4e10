/** Which page an address belongs to, by the route table, in both languages. */
import { matchRoutes } from "react-router";
import { type RouteName, routeNames, routes } from "../contracts/routes.ts";
import { type Language, languages } from "../contracts/language.ts";
import { languageOf } from "../language/paths.ts";
import type { Place } from "../page/PageStore.ts";

interface Pattern {
  readonly id: string;
  readonly path: string;
}

function pattern(name: RouteName, language: Language): Pattern {
  const path = routes[name].path.replace(/\{(\w+)\}/g, ":$1");
  return { id: name, path: `${language === "ja" ? "/ja" : ""}/${path}` };
}

const patterns = languages.flatMap((language) => routeNames.map((name) => pattern(name, language)));

export function matchPlace(path: string): Place {
  const language = languageOf(path);
  const found = matchRoutes(patterns, path)?.at(-1);
  const page = routeNames.find((name) => name === found?.route.id) ?? "notFound";
  const params: Record<string, string> = {};
  for (const [name, value] of Object.entries(found?.params ?? {})) if (value) params[name] = value;
  return { page, language, params };
}
