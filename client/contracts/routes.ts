/** Every page of the site, as the shared table names it. */
import { routeTable } from "./routes.generated.ts";

export type RouteName = keyof typeof routeTable;
export type PageName = RouteName | "notFound";
export type Params = Readonly<Record<string, string>>;

export interface Route {
  readonly path: string;
  readonly frame: string;
  readonly footer: boolean;
  readonly guard: string;
  readonly indexed: boolean;
}

export const routes: Readonly<Record<RouteName, Route>> = routeTable;

function isRouteName(name: string): name is RouteName {
  return name in routes;
}

export const routeNames: readonly RouteName[] = Object.keys(routes).filter(isRouteName);
