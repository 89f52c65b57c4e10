/** Similarity: rules on made-up records, and triples of the catalogue that were judged by hand. */
import { describe, expect, test } from "vitest";
import { facetsOf } from "../../../../client/cultivars/catalogue/facets/values.ts";
import { cultivars } from "../../../../client/cultivars/catalogue/records.ts";
import { genealogyOf } from "../../../../client/cultivars/kinship/genealogy.ts";
import { kinshipIn } from "../../../../client/cultivars/kinship/kinship.ts";
import {
  areEnough,
  areThin,
  distanceOf,
  termsOf,
} from "../../../../client/cultivars/similarity/distance.ts";
import { neighboursOf, wishedFor } from "../../../../client/cultivars/similarity/neighbours.ts";
import {
  commonDays,
  type Profile,
  profileOf,
} from "../../../../client/cultivars/similarity/profile.ts";
import {
  neighboursLeast,
  neighboursMost,
  weights,
} from "../../../../client/cultivars/similarity/rules.ts";
import { regionOf } from "../../../../client/cultivars/similarity/regions.ts";

const profiles = Object.entries(cultivars)
  .filter(([, { kind }]) => kind === "cultivar")
  .map(([id, record]) => profileOf(id, record, facetsOf(id, record)));
const { relationship } = kinshipIn(genealogyOf(cultivars, "en"), "recorded");

function profile(id: string): Profile {
  const found = profiles.find((one) => one.id === id);
  if (found === undefined) throw new Error(`no cultivar named ${id}`);
  return found;
}

function distance(a: string, b: string): number | null {
  return distanceOf(termsOf(profile(a), profile(b), relationship));
}

const plain: Profile = {
  id: "plain",
  uses: ["sencha"],
  days: { bud: 0 },
  maturity: 2,
  aroma: [],
  resistances: {},
  coldHardiness: 1,
  region: "Chubu",
  hasParents: false,
};
const unrelated = () => 0;

describe("distance", () => {
  test("is 0 of a record from itself", () => {
    expect(distanceOf(termsOf(plain, plain, () => 1))).toBe(0);
  });

  test("is the same from either side, for all pairs", () => {
    for (const a of profiles) {
      for (const b of profiles) {
        const there = distanceOf(termsOf(a, b, relationship));
        expect(distanceOf(termsOf(b, a, relationship))).toBe(there);
        expect(there === null || (there >= 0 && there <= 1)).toBe(true);
      }
    }
  });

  test("weighs only what both records state", () => {
    const other: Profile = { ...plain, id: "other", uses: ["matcha"], maturity: null };
    const terms = termsOf(plain, other, unrelated);
    expect(terms.map(({ name }) => name)).toEqual(["uses", "days", "region"]);
    expect(distanceOf(terms)).toBeCloseTo(3 / 6.5, 10);
  });

  test("is no reason for a suggestion with two terms", () => {
    const other: Profile = { ...plain, id: "other", maturity: null, days: {} };
    expect(areEnough(termsOf(plain, other, unrelated))).toBe(false);
  });

  test("has the written weights", () => {
    expect(weights).toEqual({
      uses: 3,
      days: 3,
      kinship: 2,
      maturity: 1,
      aroma: 1,
      resistances: 1,
      region: 0.5,
    });
  });

  test("compares resistance over the diseases that both state", () => {
    const one: Profile = { ...plain, resistances: { anthracnose: 2, blisterBlight: 0 } };
    const other: Profile = { ...one, id: "other", resistances: { anthracnose: 1, grayBlight: 2 } };
    const term = termsOf(one, other, unrelated).find(({ name }) => name === "resistances");
    expect(term?.distance).toBe(0.5);
  });

  test("never compares bud break with picking", () => {
    const other: Profile = { ...plain, id: "other", days: { pluck: 0 } };
    expect(termsOf(plain, other, unrelated).map(({ name }) => name)).not.toContain("days");
  });

  test("compares an event that both state, picking where both state both", () => {
    const daysBetween = (a: Profile["days"], b: Profile["days"]) =>
      termsOf({ ...plain, days: a }, { ...plain, days: b }, unrelated).find(
        ({ name }) => name === "days",
      )?.distance;

    expect(daysBetween({ bud: -4, pluck: -4 }, { pluck: -1 })).toBe(0.3);
    expect(daysBetween({ bud: -4, pluck: -4 }, { bud: -9 })).toBe(0.5);
    expect(daysBetween({ bud: -4, pluck: -4 }, { bud: -9, pluck: -6 })).toBe(0.2);
  });

  test("compares Yabukita, the reference, by either event", () => {
    expect(profile("yabukita").days).toEqual({ bud: 0, pluck: 0 });
  });

  test("caps the days at ten", () => {
    const other: Profile = { ...plain, id: "other", days: { bud: -15 } };
    const days = termsOf(plain, other, unrelated).find(({ name }) => name === "days");
    expect(days?.distance).toBe(1);
  });
});

describe("wishes", () => {
  const early: Profile = { ...plain, id: "early", days: { bud: -5 } };
  const hardy: Profile = { ...plain, id: "hardy", coldHardiness: 2 };
  const matcha: Profile = { ...plain, id: "matcha", uses: ["sencha", "matcha"] };
  const all = [plain, early, hardy, matcha];
  test.each([
    ["earlier", "early"],
    ["hardier", "hardy"],
    ["matcha", "matcha"],
  ] as const)("%s is answered by %s", (wish, id) => {
    expect(wishedFor(wish, plain, all, unrelated).map((one) => one.id)).toEqual([id]);
  });
  test("a wish that no record fulfils has no answer", () => {
    expect(wishedFor("later", plain, all, unrelated)).toEqual([]);
  });
  test.each(["earlier", "later"] as const)("%s keeps a use of the record", (wish) => {
    const count = wish === "earlier" ? -5 : 5;
    const other: Profile = {
      ...plain,
      id: "other",
      uses: ["black"],
      days: { bud: count },
    };
    const both: Profile = { ...other, id: "both", uses: ["black", "sencha"] };
    const found = wishedFor(wish, plain, [other, both], unrelated).map(({ id }) => id);
    expect(found).toEqual(["both"]);
  });
  test("laterMatcha has answers only for records for matcha", () => {
    const late: Profile = { ...matcha, id: "late", days: { bud: 5 } };
    expect(wishedFor("laterMatcha", matcha, [plain, late], unrelated).map(({ id }) => id)).toEqual([
      "late",
    ]);
    expect(wishedFor("laterMatcha", plain, [late], unrelated)).toEqual([]);
  });
  test("a difference of one day fulfils no wish", () => {
    const next: Profile = { ...plain, id: "next", days: { bud: 1 } };
    expect(wishedFor("later", plain, [next], unrelated)).toEqual([]);
  });
});

// Judged by hand by use, season and family: the first is nearer to the second than to the third.
test.each([
  ["saemidori", "seimei", "benihomare"],
  ["saemidori", "asatsuyu", "okuhikari"],
  ["seimei", "saemidori", "benifuki"],
  ["kirari-31", "haruto-34", "benihomare"],
  ["kirari-31", "saemidori", "benihomare"],
  ["benifuki", "benihikari", "saemidori"],
  ["benifuki", "benihomare", "gokou"],
  ["benihikari", "benifuki", "asatsuyu"],
  ["gokou", "uji-hikari", "benifuki"],
  ["samidori", "gokou", "benihomare"],
  ["asahi", "samidori", "benihikari"],
  ["uji-hikari", "gokou", "benihikari"],
  ["okumidori", "okuhikari", "kuritawase"],
  ["yabukita", "saemidori", "benihomare"],
  ["yabukita", "okumidori", "sun-rouge"],
  ["sayamakaori", "yabukita", "benihikari"],
  ["tsuyuhikari", "asatsuyu", "benihomare"],
  ["kanayamidori", "yabukita", "benifuki"],
  ["koshun", "yabukita", "gokou"],
  ["hatsumomiji", "benihomare", "gokou"],
])("%s is nearer to %s than to %s", (subject, near, far) => {
  const [one, other] = [distance(subject, near), distance(subject, far)];
  expect(one).not.toBeNull();
  expect(other).not.toBeNull();
  expect(one ?? 1).toBeLessThan(other ?? 0);
});

describe("profiles of the catalogue", () => {
  test("have words of aroma and resistances as in the filters", () => {
    for (const [id, record] of Object.entries(cultivars)) {
      const facets = facetsOf(id, record);
      const { aroma, resistances } = profileOf(id, record, facets);
      expect(aroma).toEqual(facets.aroma.filter((word) => word !== "other"));
      for (const [disease, rank] of Object.entries(resistances)) {
        const ranks = Object.entries(facets).flatMap(([name, levels]) =>
          name === disease ? levels.map((level) => ["low", "medium", "high"].indexOf(level)) : [],
        );
        expect(rank).toBe(ranks.reduce((sum, one) => sum + one, 0) / ranks.length);
      }
    }
  });
});

describe("neighbours of all cultivars", () => {
  const found = profiles.map((one) => ({
    id: one.id,
    neighbours: neighboursOf(one, profiles, relationship),
  }));

  test("share three terms, and pairs that share little come last", () => {
    for (const { neighbours } of found) {
      expect(neighbours.every(({ terms }) => areEnough(terms))).toBe(true);
      const thin = neighbours.map(({ terms }) => areThin(terms));
      expect(thin).toEqual([...thin].sort((a, b) => Number(a) - Number(b)));
      expect(thin.slice(neighboursLeast)).not.toContain(true);
    }
  });

  test("are three to six wherever three comparable records are near enough", () => {
    for (const { neighbours } of found)
      expect(neighbours.length).toBeLessThanOrEqual(neighboursMost);
  });
});

test("later than Saemidori and for matcha as well has answers, all later and for matcha", () => {
  const subject = profile("saemidori");
  const answers = wishedFor("laterMatcha", subject, profiles, relationship).map(({ id }) =>
    profile(id),
  );
  expect(answers.length).toBeGreaterThan(0);
  for (const answer of answers) {
    expect(answer.uses).toContain("matcha");
    const days = commonDays(subject, answer);
    const isLater = days ? days.other > days.own : (answer.maturity ?? 0) > (subject.maturity ?? 0);
    expect(isLater).toBe(true);
  }
});

test("Nanmei, picked earlier than Sofu, answers that wish though its main event is bud break", () => {
  const answers = wishedFor("earlier", profile("sofu"), profiles, relationship);

  expect(cultivars.nanmei?.buddingBasis).not.toBe(cultivars.sofu?.buddingBasis);
  expect(answers.map(({ id }) => id)).toContain("nanmei");
});

test("the nearest to Seimei is its parent Saemidori", () => {
  expect(neighboursOf(profile("seimei"), profiles, relationship)[0]?.id).toBe("saemidori");
});

test("Saemidori has three to six neighbours, one of them its child Seimei", () => {
  const found = neighboursOf(profile("saemidori"), profiles, relationship);
  expect(found.length).toBeGreaterThanOrEqual(3);
  expect(found.length).toBeLessThanOrEqual(6);
  expect(found.map(({ id }) => id)).toContain("seimei");
});

test.each([
  ["Hokkaido", "Hokkaido"],
  ["Saitama", "Kanto"],
  ["Shizuoka", "Chubu"],
  ["Mie", "Kinki"],
  ["Okinawa", "Kyushu"],
  ["", null],
])("%s is in %s", (prefecture, region) => {
  expect(regionOf(prefecture)).toBe(region);
});
