/** Records and groups of the real catalogue, and records of made-up ones, as the layout reads them. */
import { readFileSync } from "node:fs";
import type {
  Catalogue,
  CultivarRecord,
  Groups,
} from "../../../../client/cultivars/pedigree/records.ts";

function read(name: string) {
  return JSON.parse(readFileSync(`shared/catalogue/${name}.json`, "utf8"));
}

export const catalogue: Catalogue = read("cultivars");
export const groups: Groups = read("lineage-groups");

/** Returns a cultivar with these parents, the seed parent first. */
export function bredFrom(...parents: readonly string[]): CultivarRecord {
  return {
    nameJa: "名",
    nameEn: "Name",
    lineage: ["0"],
    registrationYear: "",
    parents: parents.map((cultivarId, place) => ({
      cultivarId,
      role: place === 0 ? "seed" : "pollen",
      nameJa: cultivarId,
      nameEn: cultivarId,
      ancestors: {},
      evidence: [{ kind: "register", basis: "read" }],
    })),
  };
}
