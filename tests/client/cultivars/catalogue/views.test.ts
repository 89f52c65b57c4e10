/** Views of records: neighbours, family and descent. */
import { describe, expect, test } from "vitest";
import { sortedIds } from "../../../../client/cultivars/catalogue/views.ts";
import { loadCultivarNames, loadGenealogy } from "../../../../client/contracts/catalogue.ts";
import type { Language } from "../../../../client/contracts/language.ts";
import { catalogue } from "../pedigree/catalogue.ts";
import { featuredIn, ids, index, otherNames, viewIn } from "../../catalogue.ts";
import { eachLanguage } from "../../messages.ts";

const namesOf = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name);

describe("neighbours", () => {
  test("follow kana order in Japanese and romaji order in English", () => {
    expect(viewIn("ja", "saemidori").previous?.id).toBe("saeakari");
    expect(viewIn("ja", "saemidori").next?.id).toBe("sagaramidori");
    expect(viewIn("en", "saemidori").next?.id).toBe("sagaramidori");
  });

  test.each(eachLanguage)("in %s connect every cultivar from first to last", (language) => {
    const order = sortedIds(language);
    const views = order.map((id) => viewIn(language, id));

    expect(views.map(({ previous }) => previous?.id)).toEqual([undefined, ...order.slice(0, -1)]);
    expect(views.map(({ next }) => next?.id)).toEqual([...order.slice(1), undefined]);
    expect(order.toSorted()).toEqual(ids.toSorted());
  });

  test("in Japanese sort kanji by reading and Latin letters last", () => {
    const order = sortedIds("ja");
    const place = (id: string) => order.indexOf(id);

    expect(place("okunoyama")).toBeGreaterThan(place("oiwase"));
    expect(place("okunoyama")).toBeLessThan(place("okuharuka"));
    expect(order.at(-1)).toBe("z1");
  });

  test.each(eachLanguage)(
    "in %s names and parents are stored in reading order",
    async (language) => {
      const order = sortedIds(language);
      const isRecord = (id: string) => order.includes(id);

      expect(Object.keys(await loadCultivarNames(language))).toEqual(order);
      expect(Object.keys(await loadGenealogy(language)).filter(isRecord)).toEqual(order);
    },
  );

  test("in English are in alphabetical order", () => {
    const names = index.en.cultivars.map(({ nameEn }) => nameEn.toLowerCase());

    expect([names.at(0), names.at(-1)]).toEqual(["23f1-107", "z1"]);
    expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, "en")));
  });
});

describe("family view", () => {
  test("lists all children in reading order", () => {
    expect(viewIn("en", "asatsuyu").children.map(({ id }) => id)).toEqual([
      "saemidori",
      "tsuyuhikari",
      "yutakamidori",
    ]);
    expect(namesOf(viewIn("ja", "z1").children)).toEqual(["さえあかり", "ふうしゅん"]);
    expect(viewIn("ja", "seimei").children).toEqual([]);
  });

  test("has a child for every parent with a record, and vice versa", () => {
    const children = ids.flatMap((id) =>
      viewIn("en", id).children.map((child) => `${id} ${child.id}`),
    );
    const recorded = ids.flatMap((id) =>
      (catalogue[id]?.parents ?? []).flatMap(({ cultivarId }) =>
        cultivarId === null ? [] : [`${cultivarId} ${id}`],
      ),
    );

    expect(children.toSorted()).toEqual([...new Set(recorded)].toSorted());
  });

  test("has parents with role and localised name", () => {
    expect(viewIn("ja", "saemidori").parents).toMatchObject([
      { id: "yabukita", name: "やぶきた", role: "seed" },
      { id: "asatsuyu", name: "あさつゆ", role: "pollen" },
    ]);
    expect(viewIn("en", "kanaya-ibuki").parents.map(({ role }) => role)).toEqual([null, null]);
  });
});

describe("lineage descent", () => {
  function descents(id: string, language: Language = "en") {
    const views = viewIn(language, id).lineageViews;
    return Object.fromEntries(views.map((view) => [view.id, view.descent.map((step) => step.id)]));
  }

  test("goes from the founder to the cultivar", () => {
    expect(descents("seimei")).toEqual({
      "0": ["yabukita", "saemidori", "seimei"],
      "1": ["kanayamidori", "fushun", "seimei"],
      "4": ["asatsuyu", "saemidori", "seimei"],
      "13": ["tamamidori", "z1", "fushun", "seimei"],
    });
  });

  test("skips an unnamed line, and names one that has a record", () => {
    expect(descents("minamisayaka")["6"]).toEqual(["takachiho", "minamisayaka"]);
    expect(descents("okuharuka")["3"]).toEqual(["sayamamidori", "saitama-20", "okuharuka"]);
  });

  test("of a founder is the founder alone", () => {
    expect(descents("yabukita")).toEqual({ "0": ["yabukita"] });
    expect(descents("inzatsu-131")).toEqual({ "9": ["inzatsu-131"] });
  });

  test("is empty for a cultivar outside the fourteen lineages", () => {
    const [none] = viewIn("ja", "kouju").lineageViews;

    expect(none).toEqual({
      id: "x",
      name: "その他・未分類",
      leads: false,
      descent: [],
      image: null,
    });
  });

  test("steps are all recorded and end at the cultivar", () => {
    const steps = ids.flatMap((id) =>
      viewIn("en", id).lineageViews.flatMap(({ descent }) =>
        descent.slice(1).map((step, at) => [descent[at]?.id ?? "", step.id] as const),
      ),
    );
    const isStep = ([from, to]: readonly [string, string]) =>
      (catalogue[to]?.parents ?? []).some(
        ({ cultivarId, ancestors }) => cultivarId === from || from in ancestors,
      );
    const ends = ids.flatMap((id) =>
      Object.values(descents(id)).flatMap((way) =>
        way.length > 0 && way.at(-1) !== id ? [id] : [],
      ),
    );

    expect(steps.filter((step) => !isStep(step))).toEqual([]);
    expect(ends).toEqual([]);
  });

  test("picture has an address and a size", () => {
    const { image } = viewIn("ja", "saemidori").lineageViews[0] ?? {};

    expect(image?.src).toBe("/images/0yabukita.jpg");
    expect(Math.min(image?.width ?? 0, image?.height ?? 0)).toBeGreaterThan(400);
  });
});

describe("filter options", () => {
  test("lineages are in numeric order with x last", () => {
    expect(index.ja.filters.lineage.map(({ id }) => id)).toEqual([
      ...Array.from({ length: 14 }, (_, code) => String(code)),
      "x",
    ]);
  });

  test("prefectures are ordered from north to south", () => {
    const origins = index.ja.filters.origin.map(({ name }) => name);

    expect(origins.at(0)).toBe("茨城県");
    expect(origins.slice(-2)).toEqual(["鹿児島県", "不明"]);
    expect(origins.indexOf("静岡県")).toBeLessThan(origins.indexOf("京都府"));
  });

  test.each(eachLanguage)("in %s contain each value of the catalogue once", (language) => {
    const { origin, suitableFor, lineage } = index[language].filters;
    const used = index[language].cultivars.flatMap(({ origin: place, uses, lineages }) => [
      ...(place ? [place] : []),
      ...uses,
      ...lineages,
    ]);
    const offered = [...origin, ...suitableFor, ...lineage].filter(({ id }) => id !== "unknown");

    expect(new Set(offered.map(({ id }) => id)).size).toBe(offered.length);
    expect(offered).toEqual(expect.arrayContaining(used));
    expect(used).toEqual(expect.arrayContaining(offered));
  });
});

describe("cultivar view", () => {
  test("omits data without a source and keeps the order of the rest", () => {
    const { traits, components, harvest } = viewIn("ja", "saemidori");

    expect(traits).toEqual([
      { trait: "quality", level: "high" },
      { trait: "yield", level: "medium" },
      { trait: "anthracnoseResistance", level: "medium" },
      { trait: "grayBlightResistance", level: "low" },
    ]);
    expect(components).toEqual([{ component: "aminoAcid", level: "high" }]);
    expect(harvest).toEqual({ days: -4, from: -4, to: -4, basis: "bud" });
    expect(viewIn("ja", "benihomare").harvest).toBeNull();
  });

  test("a reading that differs from the name is searched with the aliases", () => {
    expect(otherNames.yamanoibuki).toEqual(["やまのいぶき", "Yama no Ibuki"]);
    expect(otherNames.saemidori).toEqual(["枕崎9号"]);
    expect(Object.values(otherNames).every((names) => names?.length)).toBe(true);
  });

  test.each(eachLanguage)("in %s the home page features six cultivars in order", (language) => {
    expect(featuredIn(language).map(({ id }) => id)).toEqual([
      "yabukita",
      "saemidori",
      "okumidori",
      "asahi",
      "asatsuyu",
      "benikaori",
    ]);
  });
});
