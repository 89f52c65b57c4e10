/** Relation of two records: its name, its line and its common ancestors. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { genealogyOf } from "../../../../client/cultivars/kinship/genealogy.ts";
import { nearestCommonAncestorsOf } from "../../../../client/cultivars/kinship/ancestors.ts";
import { relationOf } from "../../../../client/cultivars/kinship/relation.ts";

const catalogue = genealogyOf(
  JSON.parse(readFileSync("shared/catalogue/cultivars.json", "utf8")),
  "en",
);

test.each([
  ["yabukita", "yabukita", "same"],
  ["saemidori", "seimei", "parent"],
  ["seimei", "saemidori", "child"],
  ["okuharuka", "saitama-7", "child"],
  ["yabukita", "saemidori", "parent"],
  ["yabukita", "seimei", "grandparent"],
  ["seimei", "yabukita", "grandchild"],
  ["kirari-31", "haruto-34", "fullSiblings"],
  ["saemidori", "okumidori", "halfSiblings"],
  ["mineyutaka", "yabukita", "clones"],
  ["asahi", "samidori", "none"],
])("%s is to %s: %s", (a, b, name) => {
  expect(relationOf(catalogue, [a, b], "recorded").name).toBe(name);
});

test.each([
  ["mineyutaka", "cha-chukanbohon-no-2", "sisterClones", ["mineyutaka", "cha-chukanbohon-no-2"], 1],
  ["cha-chukanbohon-no-2", "meiryoku", "parent", ["yabukita", "meiryoku"], 0.5],
  ["saemidori", "mineyutaka", "child", ["saemidori", "yabukita"], 0.5],
  ["mineyutaka", "seimei", "grandparent", ["yabukita", "seimei"], 0.364],
  ["mineyutaka", "shoju", "none", ["mineyutaka", "shoju"], 0],
] as const)("a mutation has the kin of its plant: %s to %s, %s", (a, b, name, subjects, r) => {
  const relation = relationOf(catalogue, [a, b], "recorded");

  expect([relation.name, relation.subjects]).toEqual([name, subjects]);
  expect(relation.coefficient).toBeCloseTo(r, 3);
});

test("a mutation is named in the relation to its own child", () => {
  const support = "recorded";
  const entry = { year: "", parents: [] };
  const family = {
    plant: { ...entry, name: "plant" },
    sport: { ...entry, name: "sport", parents: [{ id: "plant", support, clone: true }] },
    child: { ...entry, name: "child", parents: [{ id: "sport", support }] },
  } as const;

  expect(relationOf(family, ["sport", "child"], "recorded")).toMatchObject({
    name: "parent",
    subjects: ["sport", "child"],
  });
});

test.each([
  ["minamisayaka", "takachiho", "openDescendant"],
  ["takachiho", "minamisayaka", "openAncestor"],
  ["saitama-7", "yabukita", "openDescendant"],
  ["miyamakaori", "sayamamidori", "openDescendant"],
])("%s is to %s: %s, and no coefficient is computed", (a, b, name) => {
  const relation = relationOf(catalogue, [a, b], "recorded");
  const { ancestors, generations, steps } = relation;

  expect(relation.name).toBe(name);
  expect([generations, relation.isComplete]).toEqual([0, false]);
  expect(steps.map(({ indirect }) => indirect)).toContain(true);
  expect(ancestors[0]?.generations).toContain(null);
});

test("two records with the same named parent are half siblings, if the name means one line", () => {
  const pair = ["miyamakaori", "harunonagori"] as const;
  const { name, nearest, coefficient, steps } = relationOf(catalogue, pair, "all");

  expect([name, nearest]).toEqual(["halfSiblings", ["line 埼玉1号（育種系統）"]]);
  expect(coefficient).toBeGreaterThanOrEqual(0.25);
  expect(steps.map(({ support }) => support)).toEqual(["recorded", "presumed"]);
  expect(relationOf(catalogue, pair, "recorded").name).toBe("none");
});

test.each([
  ["harunonagori", "presumed"],
  ["miyamakaori", "recorded"],
])("the line from %s to Yabukita is %s", (id, support) => {
  const { name, steps } = relationOf(catalogue, [id, "yabukita"], "all");
  const counted = relationOf(catalogue, [id, "yabukita"], "recorded").name;

  expect(name).toBe("openDescendant");
  expect(steps[0]?.support).toBe(support);
  expect(counted).toBe(support === "presumed" ? "none" : "openDescendant");
});

test.each([
  ["recorded", "none", 0, []],
  ["all", "fullSiblings", 0.5, ["line アッサム導入種Ai21", "line 鹿児島在来NkaO3"]],
] as const)(
  "Akane and Benikaori share the parents that codes name, disputed of Akane, %s: %s",
  (counted, name, r, nearest) => {
    const relation = relationOf(catalogue, ["akane", "benikaori"], counted);

    expect(relation).toMatchObject({ name, coefficient: r, isComplete: true });
    expect([...relation.nearest].sort()).toEqual(nearest);
  },
);

test.each([
  ["benihomare", "tadanishiki"],
  ["takachiho", "me52"],
])("%s and %s, selected from one population, stay founders of their own", (a, b) => {
  const { name, isComplete } = relationOf(catalogue, [a, b], "all");
  expect([name, isComplete]).toEqual(["none", true]);
});

test("half siblings have one parent and further ancestors in common", () => {
  const { name, nearest, besides } = relationOf(catalogue, ["fushun", "saeakari"], "recorded");

  expect([name, nearest, besides].flat()).toHaveLength(3);
  expect(name).toBe("halfSiblings");
  expect(catalogue.fushun?.parents.map(({ id }) => id)).toContain(nearest[0]);
  expect(catalogue.saeakari?.parents.map(({ id }) => id)).toContain(nearest[0]);
});

test("no line of the pedigree is denied, and no sentence names a record as its own ancestor", () => {
  const ids = Object.entries(catalogue).flatMap(([id, { unrecorded, isPopulation }]) =>
    unrecorded === undefined && !isPopulation ? [id] : [],
  );
  const denied = ids.flatMap((a, place) =>
    ids.slice(place + 1).flatMap((b) => {
      const { name, nearest, coefficient, isComplete } = relationOf(catalogue, [a, b], "all");
      const isZero = coefficient === 0 && isComplete;
      const isSelf = name === "commonAncestors" && (nearest.includes(a) || nearest.includes(b));
      return isSelf || isZero !== (name === "none") ? [`${a} ${b} ${name}`] : [];
    }),
  );
  expect(denied).toEqual([]);
});

test("the line goes up to the common ancestor and down again once", () => {
  const { up, down, steps } = relationOf(catalogue, ["saemidori", "okumidori"], "recorded");
  expect(up).toEqual(["saemidori", "yabukita"]);
  expect(down).toEqual(["yabukita", "okumidori"]);
  expect(steps.map(({ from, to }) => `${from} ${to}`)).toEqual([
    "saemidori yabukita",
    "okumidori yabukita",
  ]);
});

test("a line is the same from either end", () => {
  for (const [a, b] of [
    ["seimei", "okuharuka"],
    ["benifuki", "sun-rouge"],
    ["kirari-31", "saemidori"],
  ] as const) {
    const there = relationOf(catalogue, [a, b], "all");
    const back = relationOf(catalogue, [b, a], "all");
    expect(back.steps.length).toBe(there.steps.length);
    expect(back.coefficient).toBeCloseTo(there.coefficient, 12);
  }
});

test("Seimei descends from Saemidori's parent Yabukita on its other side as well", () => {
  const { ancestors, nearest, besides } = relationOf(
    catalogue,
    ["seimei", "saemidori"],
    "recorded",
  );
  expect(ancestors.map(({ id }) => id)).toEqual(["saemidori", "yabukita", "asatsuyu"]);
  expect(nearest).toEqual(["saemidori"]);
  expect(besides).toEqual(["yabukita"]);
});

test.each([
  ["meiryoku", "yamatomidori"],
  ["nagomiyutaka", "saitama-16"],
  ["nagomiyutaka", "fuku-8"],
  ["23f1-107", "yabukita"],
  ["minamikaori", "yabukita"],
  ["yamanoibuki", "rokuro"],
] as const)("the disputed parent of %s, %s, is used only when it is switched on", (...pair) => {
  expect(relationOf(catalogue, pair, "recorded").name).not.toBe("child");
  const { name, steps } = relationOf(catalogue, pair, "all");
  expect(name).toBe("child");
  expect(steps.map(({ support }) => support)).toEqual(["disputed"]);
});

test.each([
  [["saemidori", "okumidori", "seimei"], ["yabukita"]],
  [["seimei", "saemidori"], ["saemidori"]],
  [["saemidori", "yabukita", "okumidori"], ["yabukita"]],
  [
    ["kirari-31", "haruto-34"],
    ["sakimidori", "saemidori"],
  ],
  [["saemidori", "asahi"], []],
])("the nearest common ancestors of %j are %j", (ids, expected) => {
  expect([...nearestCommonAncestorsOf(catalogue, ids, "recorded")].sort()).toEqual(
    [...expected].sort(),
  );
});
