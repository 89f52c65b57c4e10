/** The search by name with the other names of the catalogue, in one chunk. */
import names from "../../../build/catalogue/otherNames.json";
import type { IndexEntry } from "../../contracts/cultivar.ts";
import { matchByName } from "./nameMatch.ts";

/** Returns the entries that match a name, or are spelled similarly. */
export function findByName(entries: readonly IndexEntry[], search: string): readonly IndexEntry[] {
  return matchByName(entries, names, search).found;
}
