/** The search over all fields with its index, in one chunk. */
import others from "../../../build/catalogue/otherNames.json";
import searchIndex from "../../../build/catalogue/search.json";
import type { FindEntries, SearchIndex } from "../../contracts/search.ts";
import { matchAll } from "./catalogueMatch.ts";

const index: SearchIndex = searchIndex;

/** Returns the entries that match a search in any field of their records, or resemble it. */
export const findEntries: FindEntries = (entries, search) =>
  matchAll(entries, { index, others }, search);
