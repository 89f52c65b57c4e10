/** Kinship: cases computed by hand, and the whole catalogue compared with a second method. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { EdgeSupport, Genealogy } from "../../../../client/contracts/genealogy.ts";
import { genealogyOf, supportOf } from "../../../../client/cultivars/kinship/genealogy.ts";
import { kinshipIn } from "../../../../client/cultivars/kinship/kinship.ts";
import { kinshipByPaths } from "./paths.ts";

const catalogue = genealogyOf(
  JSON.parse(readFileSync("shared/catalogue/cultivars.json", "utf8")),
  "en",
);
const withoutClones: Genealogy = Object.fromEntries(
  Object.entries(catalogue)
    .filter(([, { parents }]) => !parents.some(({ clone }) => clone))
    .map(([id, entry]) => [
      id,
      { ...entry, parents: entry.parents.filter(({ indirect }) => !indirect) },
    ]),
);

/** Returns a genealogy from a table of parents, separated by spaces; "=a" makes a record a clone of "a". */
function genealogyFrom(
  table: Readonly<Record<string, string>>,
  support: EdgeSupport = "recorded",
): Genealogy {
  return Object.fromEntries(
    Object.entries(table).map(([id, parents]) => [
      id,
      {
        name: id,
        year: "",
        parents: parents
          .split(" ")
          .filter((parent) => parent !== "")
          .map((parent) =>
            parent.startsWith("=")
              ? { id: parent.slice(1), support, clone: true }
              : { id: parent, support },
          ),
      },
    ]),
  );
}

describe("cases computed by hand", () => {
  const family = genealogyFrom({
    a: "",
    b: "",
    c: "a b",
    d: "a b",
    e: "c d",
    half: "a",
    other: "a",
    sport: "=c",
    ofSport: "sport b",
  });
  const { kinship, inbreeding, relationship } = kinshipIn(family, "recorded");
  test.each([
    ["a", "a", 0.5],
    ["a", "b", 0],
    ["a", "c", 0.25],
    ["c", "d", 0.25],
    ["a", "e", 0.25],
    ["e", "e", 0.625],
    ["half", "other", 0.125],
    ["sport", "c", 0.5],
    ["sport", "d", 0.25],
    ["ofSport", "c", 0.375],
  ])("kinship of %s and %s is %d", (a, b, expected) => {
    expect(kinship(a, b)).toBe(expected);
    expect(kinship(b, a)).toBe(expected);
  });
  test("the child of full siblings is inbred by a quarter", () => {
    expect(inbreeding("e")).toBe(0.25);
  });
  test("a clone is the same genotype as its plant", () => {
    expect(relationship("sport", "c")).toBe(1);
  });
  test("doubtful parents count only when they are switched on", () => {
    const doubtful = genealogyFrom({ a: "", b: "a" }, "disputed");
    expect(kinshipIn(doubtful, "recorded").kinship("a", "b")).toBe(0);
    expect(kinshipIn(doubtful, "all").kinship("a", "b")).toBe(0.25);
  });
});

describe("the catalogue", () => {
  const { kinship, inbreeding, relationship } = kinshipIn(catalogue, "recorded");
  test.each([
    ["saemidori", "yabukita", 0.5],
    ["seimei", "saemidori", 0.546],
    ["kirari-31", "haruto-34", 0.529],
  ])("%s and %s: %d", (a, b, expected) => {
    expect(relationship(a, b)).toBeCloseTo(expected, 3);
  });
  test.each(["seimei", "kirari-31", "haruto-34"])("%s is inbred by a sixteenth", (id) => {
    expect(inbreeding(id)).toBeCloseTo(0.0625, 4);
  });
  test("two selections from Uji native have no known kinship", () => {
    expect(kinship("asahi", "samidori")).toBe(0);
  });
  test("two bud sports are clones of their plants", () => {
    expect(relationship("mineyutaka", "yabukita")).toBe(1);
    expect(relationship("shoju", "kuritawase")).toBe(1);
  });
  test("the sum over paths gives the same for all pairs", () => {
    const { kinship: tabular } = kinshipIn(withoutClones, "all");
    const ids = Object.keys(withoutClones);
    const different = ids.flatMap((a, place) =>
      ids
        .slice(place)
        .filter((b) => Math.abs(tabular(a, b) - kinshipByPaths(withoutClones, a, b)) > 1e-12)
        .map((b) => `${a} ${b}`),
    );
    expect(different).toEqual([]);
  });
});

describe("an ancestor behind a parent without a record", () => {
  type Kinds = readonly Parameters<typeof supportOf>[0]["evidence"][number]["kind"][];
  const asEvidence = (kinds: Kinds) => kinds.map((kind) => ({ kind }));
  /** Returns a record whose recorded parent is line L1, with the ancestor "a" behind it. */
  const childOfLine = (kinds: Kinds) => ({
    kind: "cultivar" as const,
    nameJa: "",
    nameEn: "",
    registrationYear: "",
    parents: [
      {
        cultivarId: null,
        role: "seed" as const,
        nameJa: "L1",
        nameEn: "L1",
        ancestors: { a: asEvidence(kinds) },
        evidence: asEvidence(["register"]),
      },
    ],
  });

  test("has the support of its evidence", () => {
    const of = (kinds: Kinds) => genealogyOf({ child: childOfLine(kinds) }, "en")["line L1"];

    expect(of(["breeder-record"])?.parents[0]?.support).toBe("recorded");
    expect(of(["presumed"])?.parents[0]?.support).toBe("presumed");
    expect(of(["register", "disputed"])?.parents[0]?.support).toBe("disputed");
  });

  test("has the strongest support that a child of the line gives", () => {
    const records = { sure: childOfLine(["register"]), presumed: childOfLine(["presumed"]) };
    const made = genealogyOf(records, "en");

    expect(made["line L1"]?.parents).toEqual([{ id: "a", support: "recorded", indirect: true }]);
    expect(made.sure?.parents[0]?.support).toBe("recorded");
    expect(made.presumed?.parents[0]?.support).toBe("presumed");
  });
});

test.each([
  [["register", "disputed"], "disputed"],
  [["presumed"], "presumed"],
  [["presumed", "dna"], "recorded"],
  [["breeder-record"], "recorded"],
  [["list"], "recorded"],
] as const)("a parent with evidence %j is %s", (kinds, support) => {
  const evidence = kinds.map((kind) => ({ kind }));
  expect(supportOf({ evidence })).toBe(support);
});
