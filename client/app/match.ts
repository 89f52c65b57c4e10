/** Which page an address belongs to, by the route table, in both languages. */
import { type Params, routeNames, routes } from "../contracts/routes.ts";
import { languageOf } from "../language/paths.ts";
import type { Place } from "../page/PageStore.ts";

const openPart = /^\{(\w+)\}$/;

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The parameters of an address that a route's path describes; nothing when it is another's. */
function paramsIn(route: string, path: string): Params | undefined {
  const [open, given] = [route.split("/"), path.split("/")];
  if (open.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [at, part] of open.entries()) {
    const value = decoded(given[at] ?? "");
    const name = openPart.exec(part)?.[1];
    if (name === undefined ? part !== value : value === "") return undefined;
    if (name !== undefined) params[name] = value;
  }
  return params;
}

/** `path` may end in a slash: the host sends such an address on, the browser needs no second question. */
export function matchPlace(path: string): Place {
  const language = languageOf(path);
  const whole = language === "ja" ? path.slice("/ja".length) : path;
  const rest = whole.slice(1).replace(/\/$/, "");
  if (whole === "" || whole.startsWith("/")) {
    for (const page of routeNames) {
      const params = paramsIn(routes[page].path, rest);
      if (params) return { page, language, params };
    }
  }
  return { page: "notFound", language, params: {} };
}
