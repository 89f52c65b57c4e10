/** Writes the diagrams of the catalogue: `node client/cultivars/pedigree/layout.mjs shared/catalogue build/catalogue`. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { diagramsOf } from "./diagrams.ts";

/**
 * Lays out all pedigree diagrams from the JSON files in the folder `source`, and writes them into
 * `target` as diagrams.json.
 */
export function writeDiagrams(source, target) {
  const read = (name) => JSON.parse(readFileSync(join(source, name), "utf8"));
  const diagrams = diagramsOf(read("cultivars.json"), read("lineage-groups.json"));
  mkdirSync(target, { recursive: true });
  writeFileSync(join(target, "diagrams.json"), JSON.stringify(diagrams));
}

if (import.meta.main) {
  const [, , source = "shared/catalogue", target = "build/catalogue"] = process.argv;
  writeDiagrams(source, target);
}
