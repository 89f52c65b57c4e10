/** The shared route table as routes of react-router, in both languages. */
import type { ReactNode } from "react";
import { matchRoutes, Route, Routes, useLocation } from "react-router";
import { type Language, languages } from "../contracts/language.ts";
import {
  type PageName,
  type Params,
  type RouteName,
  routeNames,
  routes,
} from "../contracts/routes.ts";
import { inLanguage, languageOf } from "../language/paths.ts";
import type { Place } from "../page/PageStore.ts";

/** Returns the path pattern of a page for react-router, such as `/ja/post/:id`. */
function patternOf(page: RouteName, language: Language): string {
  return inLanguage(`/${routes[page].path.replace(/\{(\w+)\}/g, ":$1")}`, language);
}

const routeObjects = languages.flatMap((language) =>
  routeNames.map((page) => ({
    path: patternOf(page, language),
    caseSensitive: true,
    handle: { page, language },
  })),
);

/**
 * Returns page, language and parameters of a path; an unknown one is the page `notFound`. A
 * trailing slash is ignored, because the host redirects such an address.
 */
export function placeAt(pathname: string): Place {
  const found = matchRoutes(routeObjects, pathname)?.at(-1);
  if (found === undefined) return { page: "notFound", language: languageOf(pathname), params: {} };
  const params: Params = Object.fromEntries(
    Object.entries(found.params).map(([name, value]) => [name, value ?? ""]),
  );
  return { ...found.route.handle, params };
}

interface AppRoutesProps {
  readonly page: PageName;
  readonly children: ReactNode;
}

/**
 * Renders the children as the route of the current page; `placeAt` has matched it, and its parts
 * are loaded, before it is rendered. A path that the pattern does not match has the same children.
 */
export function AppRoutes({ page, children }: AppRoutesProps) {
  const { pathname } = useLocation();
  // An unknown address may contain line ends, which no pattern matches.
  if (page === "notFound") return children;
  return (
    <Routes>
      <Route path={patternOf(page, languageOf(pathname))} caseSensitive element={children} />
      <Route path="*" element={children} />
    </Routes>
  );
}
