/** Printed reasons of similarity: each is true of its two records, over the whole catalogue. */
import { describe, expect, test } from "vitest";
import { facetsOf } from "../../../../client/cultivars/catalogue/facets/values.ts";
import { cultivars, recordOf } from "../../../../client/cultivars/catalogue/records.ts";
import { similarTo } from "../../../../client/cultivars/catalogue/similar.ts";
import { genealogyOf } from "../../../../client/cultivars/kinship/genealogy.ts";
import { relationOf } from "../../../../client/cultivars/kinship/relation.ts";
import { maturities, profileOf } from "../../../../client/cultivars/similarity/profile.ts";
import { daysLeast } from "../../../../client/cultivars/similarity/rules.ts";
import { viewMessagesIn } from "../../catalogue.ts";
import { eachLanguage, translate } from "../../messages.ts";

/** Returns the properties of a record that similarity compares. */
const profile = (id: string) => profileOf(id, recordOf(id), facetsOf(id, recordOf(id)));

describe.each(eachLanguage)("in %s", (language) => {
  const t = translate[language];
  const printed = Object.keys(cultivars).flatMap((id) => {
    const { neighbours, wishes } = similarTo(id, viewMessagesIn(language));
    return [...neighbours, ...wishes.flatMap(({ answers }) => answers)].map((one) => ({
      ...one,
      pair: `${id} ${one.id}`,
      of: [profile(id), profile(one.id)] as const,
    }));
  });
  /** Returns the pairs for which this agreement is printed. */
  const agreeing = (text: string) => printed.filter(({ agreements }) => agreements.includes(text));
  /** Returns the pairs for which this difference is printed. */
  const differing = (text: string) => printed.filter(({ difference }) => difference === text);

  test("the same maturity class is one class", () => {
    const found = agreeing(t("similar.agree.maturity"));

    expect(found.length).toBeGreaterThan(0);
    const untrue = found.filter(({ of: [a, b] }) => a.maturity !== b.maturity);
    expect(untrue.map(({ pair }) => pair)).toEqual([]);
  });

  test("another maturity class is the other record's", () => {
    const untrue = maturities.flatMap((name, place) =>
      differing(t(`similar.differ.maturity.${name}`)).filter(
        ({ of: [a, b] }) => b.maturity !== place || a.maturity === place,
      ),
    );
    expect(untrue.map(({ pair }) => pair)).toEqual([]);
  });

  test("the same resistance is the same to each disease that both state", () => {
    const untrue = agreeing(t("similar.agree.resistances")).filter(({ of: [a, b] }) => {
      const stated = Object.entries(a.resistances);
      const others = new Map(Object.entries(b.resistances));
      return stated.some(([name, rank]) => others.has(name) && others.get(name) !== rank);
    });
    expect(untrue.map(({ pair }) => pair)).toEqual([]);
  });

  test.each(["bud", "pluck"] as const)("the same time of %s is less than two days", (basis) => {
    const found = agreeing(t(`similar.agree.days.${basis}`));

    expect(found.length).toBeGreaterThan(0);
    const untrue = found.filter(
      ({ of: [{ days: a }, { days: b }] }) =>
        Math.abs((a[basis] ?? Infinity) - (b[basis] ?? -Infinity)) >= daysLeast,
    );
    expect(untrue.map(({ pair }) => pair)).toEqual([]);
  });

  test("relatives of the plant of a mutation are named as relatives of that plant", () => {
    const found = printed.filter(({ pair }) => /mineyutaka/.test(pair));
    const name = cultivars.yabukita?.[language === "ja" ? "nameJa" : "nameEn"] ?? "";
    const own = t("similar.agree.whose.own");
    const [whose, parent] = [t("similar.agree.whose.plant", { name }), { whose: own, names: "" }];
    const child = t("similar.agree.kinship.child", { whose, names: "" });
    const kinship = t("similar.agree.kinship.parent", parent);
    const mutation = t("similar.agree.mutation", { origin: name, kinship });
    const shared = t("similar.agree.kinship.halfSiblings", { names: name, whose });
    const texts = found.flatMap(({ agreements }) => agreements);

    expect(texts).toContain(child);
    expect(texts).toContain(mutation);
    expect(texts).not.toContain(shared);
  });

  test("days earlier or later are the days between the two, two at least", () => {
    const counts = (["bud", "pluck"] as const).flatMap((basis) =>
      printed.flatMap(({ pair, difference, of: [{ days: a }, { days: b }] }) => {
        const [own, stated] = [a[basis], b[basis]];
        if (own === undefined || stated === undefined || difference === null) return [];
        const count = Math.abs(own - stated);
        const other = stated < own ? "later" : "earlier";
        const untrue = [t(`similar.differ.${other}.${basis}`, { count })];
        if (count < daysLeast) untrue.push(t(`similar.differ.earlier.${basis}`, { count }));
        if (count < daysLeast) untrue.push(t(`similar.differ.later.${basis}`, { count }));
        return untrue.includes(difference) ? [pair] : [];
      }),
    );
    expect(counts).toEqual([]);
  });

  test("aroma agrees if a word is common, and differs if none is", () => {
    const shared = ({ of: [a, b] }: (typeof printed)[number]) =>
      a.aroma.some((word) => b.aroma.includes(word));
    const untrue = [
      ...agreeing(t("similar.agree.aroma")).filter((one) => !shared(one)),
      ...differing(t("similar.differ.aroma")).filter(shared),
    ];
    expect(untrue.map(({ pair }) => pair)).toEqual([]);
  });

  test("no established kinship means none, or only a presumed or disputed one", () => {
    const genealogy = genealogyOf(cultivars, language);
    const untrue = differing(t("similar.differ.kinship")).filter(({ pair }) => {
      const [a = "", b = ""] = pair.split(" ");
      const { name, coefficient } = relationOf(genealogy, [a, b], "all");
      return coefficient >= 0.125 || !["commonAncestors", "none"].includes(name);
    });
    expect(untrue.map(({ pair }) => pair)).toEqual([]);
  });

  test("the same region is the region of both", () => {
    const found = agreeing(t("similar.agree.region"));
    const untrue = found.filter(({ of: [a, b] }) => a.region === null || a.region !== b.region);
    expect(untrue.map(({ pair }) => pair)).toEqual([]);
  });
});
