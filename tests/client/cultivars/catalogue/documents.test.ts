/** Names of the documents that second-hand sources quote: Japanese pages have them in Japanese. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { documentNamed } from "../../../../client/cultivars/catalogue/evidence/documents.ts";
import { observationsOf } from "../../../../client/cultivars/catalogue/observations.ts";
import table from "../../../../shared/catalogue/documents.json" with { type: "json" };
import sources from "../../../../shared/catalogue/sources.json" with { type: "json" };

const folder = new URL("../../../../shared/catalogue/", import.meta.url);

/** Returns the quoted documents of all tables of the catalogue. */
function quotedDocuments(): ReadonlySet<string> {
  const found = new Set<string>();
  for (const name of readdirSync(folder))
    JSON.parse(readFileSync(new URL(name, folder), "utf8"), (key, value) => {
      if (key === "quoted" && typeof value === "string") found.add(value);
      return value;
    });
  return found;
}

const english =
  /\b(?:and|as|abstract|at|by|citing|et al|gazette|handbook|history|leaflet|list|MAFF|manual|NARO|no|of|page|paper|records?|register|report|result|sheet|statistics|survey|table|trial)\b/;

test("every quoted document has a name in Japanese without English words", () => {
  const names = [...quotedDocuments()].map((name) => documentNamed(name, "ja"));

  expect(names.length).toBeGreaterThan(100);
  expect(names.filter((name) => english.test(name))).toEqual([]);
});

test("every document of the table of names is quoted", () => {
  const quoted = quotedDocuments();

  expect(Object.keys(table).filter((name) => !quoted.has(name))).toEqual([]);
});

test.each([
  ["ja", "品種登録簿 第2881号"],
  ["en", "register no. 2881"],
] as const)("an observation names its quoted document in %s", (language, name) => {
  const quoted = observationsOf("saemidori", language).notes.map((note) => note.quoted);

  expect(quoted).toContain(name);
});

test("Japanese titles of sources name in Japanese which form was read", () => {
  const titles = Object.values(sources).map(({ title }) => title);
  const mixed = titles.filter((title) =>
    /（[^）]*(?:abstract|record|page|table)[^）]*）$/.test(title),
  );

  expect(mixed).toEqual([]);
});
