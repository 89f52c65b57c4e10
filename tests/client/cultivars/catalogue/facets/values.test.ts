/** Values of records in the filters of the list. */
import { describe, expect, test } from "vitest";
import { cultivars, recordOf } from "../../../../../client/cultivars/catalogue/records.ts";
import { breederOf } from "../../../../../client/cultivars/catalogue/facets/breeders.ts";
import { resistanceOf } from "../../../../../client/cultivars/catalogue/facets/diseases.ts";
import { rightTimeline } from "../../../../../client/cultivars/catalogue/facets/rights.ts";
import { facetsOf } from "../../../../../client/cultivars/catalogue/facets/values.ts";
import { valuesOn } from "../../../../../client/cultivars/search/catalogueSearch.ts";
import { rightStatusOf } from "../../../../../client/cultivars/catalogue/evidence/rightStatus.ts";
import type { RightDates } from "../../../../../client/contracts/observations.ts";
import { index, observationsIn, viewIn } from "../../../catalogue.ts";

const entryOf = (id: string) => {
  const entry = index.en.cultivars.find((one) => one.id === id);
  if (entry === undefined) throw new Error(`no entry ${id}`);
  return entry;
};

describe("breeder", () => {
  test("of every record with one is an institute or private", () => {
    const named = Object.values(cultivars).filter(({ breeder }) => breeder.ja !== null);

    expect(named.filter((record) => breederOf(record) === null)).toEqual([]);
  });

  test.each([
    ["saemidori", "makurazaki"],
    ["gokou", "kyoto"],
    ["benihomare", "kanaya"],
    ["horai-kincha", "private"],
    ["uji-zairai", null],
  ])("of %s is %s", (id, breeder) => {
    expect(breederOf(recordOf(id))).toBe(breeder);
  });
});

describe("resistance", () => {
  test("level of the record comes before the ratings of sources", () => {
    const record = recordOf("saemidori");

    expect(resistanceOf("saemidori", record, "grayBlight")).toEqual([
      record.traits.grayBlightResistance,
    ]);
  });

  test("is unknown only where neither a level nor a rating is recorded", () => {
    for (const [id, record] of Object.entries(cultivars)) {
      const rated = observationsIn("en", id).ratings.map(({ trait }) => trait);
      expect(resistanceOf(id, record, "blisterBlight").length > 0).toBe(
        rated.includes("blisterBlight"),
      );
    }
  });
});

describe("timing", () => {
  test.each([
    ["sun-rouge", "same"],
    ["kanaemaru", "earlier"],
    ["harunonagori", "later"],
    ["yabukita", "same"],
  ])("of %s, by picking where it is known, is %s", (id, timing) => {
    expect(facetsOf(id, recordOf(id)).timing[0]).toBe(timing);
  });
});

describe("evidence", () => {
  test("counts that of ancestors behind a parent without a record", () => {
    expect(facetsOf("harunonagori", recordOf("harunonagori")).evidence).toEqual([
      "breeder-record",
      "presumed",
    ]);
  });

  test("of every record has each kind that its page links to", () => {
    for (const id of Object.keys(cultivars)) {
      const parents = viewIn("en", id).parents;
      const known = parents.flatMap((one) => [one, ...(one.ancestors ?? [])]);
      const linked = known.flatMap((one) => one.known.flatMap(({ kind }) => kind ?? []));
      expect(facetsOf(id, recordOf(id)).evidence).toEqual(expect.arrayContaining(linked));
    }
  });
});

describe("register", () => {
  test("of a national name with a plant variety right has both", () => {
    expect(facetsOf("saemidori", recordOf("saemidori")).register).toEqual(["norin", "pvp"]);
  });

  test("of every record with a plant variety right or an application has it", () => {
    const rights = Object.keys(cultivars).filter((id) =>
      ["granted", "announced"].includes(observationsIn("en", id).right?.status ?? ""),
    );

    expect(rights.length).toBeGreaterThan(60);
    expect(rights.filter((id) => !facetsOf(id, recordOf(id)).register.includes("pvp"))).toEqual([]);
  });
});

describe("aroma", () => {
  test("has words or is other with notes, and is unknown without notes", () => {
    for (const [id, record] of Object.entries(cultivars)) {
      expect(facetsOf(id, record).aroma.length > 0).toBe(record.aroma.en.length > 0);
    }
  });
});

describe("status of a right", () => {
  const days = ["1990-05-01", "2006-07-10", "2016-12-08", "2026-11-23", "2041-01-01"];

  test.each(days)("on %s is that of its dates for every record", (today) => {
    for (const id of Object.keys(cultivars)) {
      const { right } = observationsIn("en", id);
      const status = right === null ? "unknown" : rightStatusOf(right, today);
      expect(valuesOn(today)(entryOf(id), "right")).toEqual(status === "unknown" ? [] : [status]);
    }
  });

  test.each(["2001-02-03", "2001-02", "2001"])("changes after a term from %s", (granted) => {
    const right: RightDates = { status: "granted", granted, termYears: 20, ended: null };
    const entry = { ...entryOf("saemidori"), right: rightTimeline(right) };

    for (const today of ["2021-01-31", "2021-02-03", "2021-02-04", "2021-03-01", "2022-01-01"])
      expect(valuesOn(today)(entry, "right")).toEqual([rightStatusOf(right, today)]);
  });

  test.each(["2011-02-03", "2011-02", "2011"])("changes with a recorded end %s", (ended) => {
    const right: RightDates = { status: "granted", granted: "2001-02-03", termYears: 20, ended };
    const entry = { ...entryOf("saemidori"), right: rightTimeline(right) };

    for (const today of ["2010-12-31", "2011-01-31", "2011-02-02", "2011-02-03", "2012-01-01"])
      expect(valuesOn(today)(entry, "right")).toEqual([rightStatusOf(right, today)]);
  });
});
