/** Support of the values in views of records: sources, claims, evidence of parents and disagreements. */
import { describe, expect, test } from "vitest";
import { cultivars, ids } from "../../../../client/cultivars/catalogue/records.ts";
import { viewIn } from "../../catalogue.ts";

describe("support view", () => {
  const known = (id: string) =>
    viewIn("en", id).parents.map((parent) => parent.known.map(({ text }) => text).join("; "));

  test("names the evidence of each parent and what limits it", () => {
    expect(known("saemidori")[0]).toBe(
      "Register; 9 DNA markers agree (only the study’s abstract was read)",
    );
    expect(known("hoshun")[1]).toBe("41 DNA markers agree (only the study’s abstract was read)");
    expect(known("meiryoku")[1]).toBe("Register; Disputed (quoted second-hand)");
    expect(known("nagomiyutaka")[1]).toBe(
      "Breeder’s record; Disputed (not yet tied to one source)",
    );
  });

  test("names as sources of a parent those that state it, not one that states another", () => {
    const [seed, pollen] = viewIn("en", "minamikaori").parents;

    expect([seed, pollen].map((parent) => parent?.evidence.map(({ quoted }) => quoted))).toEqual([
      ["national list 茶農林登録品種一覧"],
      ["national list 茶農林登録品種一覧"],
    ]);
    expect(viewIn("en", "okumidori").parents[1]?.evidence).toHaveLength(1);
  });

  test("no value from notes counts as read", () => {
    const readIn = ids.flatMap((id) => {
      const { claims, parents, sources } = viewIn("en", id);
      return [...Object.values(claims), ...parents.flatMap(({ evidence }) => evidence)]
        .filter(({ basis }) => basis === "read")
        .map((claim) => claim.sources.map((place) => sources[place]?.type));
    });

    expect(readIn.filter((types) => types.length === 0 || types.includes("notes"))).toEqual([]);
    expect(readIn.length).toBeGreaterThan(500);
  });

  test("a parent without a source of its own is untied", () => {
    const untied = ids.flatMap((id) =>
      (cultivars[id]?.parents ?? []).flatMap(({ evidence }, place) =>
        evidence.every(({ basis }) => basis === "carried")
          ? [[known(id)[place], evidence.some(({ kind }) => kind === "presumed")] as const]
          : [],
      ),
    );
    const words = (isPresumed: boolean) =>
      new Set(untied.filter(([, presumed]) => presumed === isPresumed).map(([word]) => word));

    expect(words(false)).toEqual(new Set(["Not yet tied to one source"]));
    expect(words(true)).toEqual(new Set(["Presumed (not yet tied to one source)"]));
  });

  test("names the evidence of ancestors behind an unnamed line", () => {
    const behind = (id: string) =>
      viewIn("en", id).parents[0]?.ancestors?.map(({ name, evidence, known: [found] }) => [
        name,
        found?.text,
        evidence[0]?.basis,
      ]);

    expect(behind("minamisayaka")).toEqual([
      ["Takachiho", "Breeder’s record (quoted second-hand)", "quoted"],
    ]);
    expect(behind("harunonagori")).toEqual(
      ["Yabukita", "Sayamamidori"].map((name) => [
        name,
        "Presumed (not yet tied to one source)",
        "carried",
      ]),
    );
    expect(behind("saemidori")).toBeUndefined();
  });

  test("does not count the search for Sayamakaori's father as a confirmation", () => {
    expect(known("sayamakaori").join()).not.toContain("DNA");
  });

  test("lists each source that a claim names, and points at it", () => {
    for (const id of ids) {
      const { claims, parents, sources } = viewIn("en", id);
      const behind = parents.flatMap(({ ancestors = [] }) => ancestors);
      const edges = [...parents, ...behind].flatMap(({ evidence }) => evidence);
      const all = [...Object.values(claims), ...edges];
      const places = all.flatMap((claim) => claim.sources);

      expect([id, places.filter((place) => sources[place] === undefined)]).toEqual([id, []]);
      expect([id, all.filter((claim) => claim.sources.length === 0)]).toEqual([id, []]);
    }
  });

  test("names each value of a disputed field once", () => {
    const parents = viewIn("en", "yamanoibuki").disputes.parents ?? [];

    expect(parents.map(({ value }) => value)).toEqual([
      "unknown (open-pollinated)",
      "Rokuro",
      "not grouped with Hoshun and Surugawase (text cut off)",
    ]);
  });

  test("names disputed fields, and fields without a value because of a dispute", () => {
    expect(viewIn("en", "meiryoku").disputed).toEqual(["parents", "traits.anthracnoseResistance"]);
    expect(viewIn("ja", "hokumei").undecided).toEqual([
      { field: "traits.anthracnoseResistance", label: "炭疽病抵抗性" },
    ]);
    expect(viewIn("en", "koshun").disputed).not.toContain("registration");
  });

  test("marks only links that lead to a front page or folder, or no longer open", () => {
    for (const id of ids) {
      const noted = viewIn("en", id).sources.filter(({ note }) => note !== undefined);
      const rough = viewIn("en", id).sources.filter(
        ({ url, type, unreachable }) =>
          unreachable ||
          /^https?:\/\/[^/]+\/?(?:en\/)?$/.test(url) ||
          (type === "notes" && !url.endsWith(".md")),
      );

      expect([id, noted.map(({ url }) => url)]).toEqual([id, rough.map(({ url }) => url)]);
    }
  });

  test("says since when a link is known to be broken", () => {
    const [gone] = viewIn("en", "kiraka").sources.filter(({ unreachable }) => unreachable);

    expect(gone?.note).toContain("November 24, 2026");
  });
});
