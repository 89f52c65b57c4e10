/** Loads data that is not in the payload; the code that asks the host is fetched with its first use. */
import type { LoadQuery, QueryLoaders } from "../page/queries.ts";
import { builtInLoaders } from "./builtIn.ts";

/** Loads the data of a query; the code that asks the host is loaded when it is first used. */
export const loadQuery: LoadQuery = async (name, ...given) => {
  const builtIn: Partial<QueryLoaders> = builtInLoaders;
  const load = builtIn[name] ?? (await import("./hostQueries.ts")).queries[name];
  return load(...given);
};
