/** The pages that show the choice: those where records are chosen or are compared with others. */
import { type RouteName, routes } from "../../contracts/routes.ts";
import { inLanguage } from "../../language/paths.ts";

const pages: readonly RouteName[] = [
  "home",
  "cultivars",
  "cultivar",
  "search",
  "compare",
  "relations",
  "relation",
  "lineages",
  "lineage",
  "pedigree",
  "breeder",
  "prefecture",
];

/** Returns whether the page at a path, in either language, shows the choice. */
export function showsChoice(path: string): boolean {
  const parts = inLanguage(path, "en").slice(1).split("/");
  return pages.some((page) => {
    const wanted = routes[page].path.split("/");
    const isSame = (part: string, place: number) => part === parts[place] || part.startsWith("{");
    return wanted.length === parts.length && wanted.every(isSame);
  });
}
