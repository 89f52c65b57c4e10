/** Views of records: registration, neighbours, family and descent. */
import { describe, expect, test } from "vitest";
import { sortedIds } from "../../../../client/cultivars/catalogue/views.ts";
import type { Language } from "../../../../client/contracts/language.ts";
import { catalogue } from "../pedigree/catalogue.ts";
import { featuredIn, ids, index, otherNames, viewIn } from "../../catalogue.ts";
import { eachLanguage } from "../../words.ts";

const namesOf = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name);

describe("registration text", () => {
  test.each([
    [
      "named nationally and protected later: two events, two years",
      "saemidori",
      ["茶農林40号として命名（1990年）", "種苗法による品種登録 第2881号（1991年）"],
      "1990年（茶農林としての命名）",
    ],
    [
      "protected under a number that is not known",
      "yumewakaba",
      ["茶農林53号として命名（2006年）", "種苗法による品種登録（2008年）"],
      "2006年（茶農林としての命名）",
    ],
    [
      "named nationally and nothing else",
      "yabukita",
      ["茶農林6号として命名（1953年）"],
      "1953年（茶農林としての命名）",
    ],
    [
      "protected alone",
      "hoshinomidori",
      ["種苗法による品種登録 第71号（1981年）"],
      "1981年（種苗法による登録）",
    ],
    [
      "protected, number not known",
      "fujikaori",
      ["種苗法による品種登録（1996年）"],
      "1996年（種苗法による登録）",
    ],
    [
      "applied for, no grant found",
      "shizuyutaka",
      ["種苗法による出願公表（登録は確認できていません）"],
      "不明",
    ],
    [
      "shown by a certificate without number and year",
      "horai-kincha",
      ["種苗法の登録証を生産者が掲げています（番号と年は確認できていません）"],
      "不明",
    ],
    [
      "protected or applied for, which of them is not known",
      "cha-chukanbohon-no-4",
      ["種苗法による品種登録（番号と年は確認できていません）"],
      "不明",
    ],
    [
      "recommended by its prefecture",
      "asahi",
      ["京都府の奨励品種（1954年）"],
      "1954年（府県による奨励）",
    ],
    [
      "named by its prefecture, which is not yet a recommendation",
      "yutakamidori",
      ["鹿児島県が命名（1966年）"],
      "1966年（鹿児島県による命名）",
    ],
    [
      "named by the prefecture that bred it",
      "yamakai",
      ["静岡県が命名（1967年）"],
      "1967年（静岡県による命名）",
    ],
    [
      "selected in its prefecture, which is not yet a recommendation",
      "uji-midori",
      ["京都府で選抜を終了（1983年）"],
      "1983年（選抜の終了）",
    ],
    [
      "no registration found",
      "z1",
      ["登録の記載なし（茶農林の番号も、種苗法による品種登録も見つかっていません）"],
      "登録の記載なし",
    ],
  ])("%s: %s", (_, id, registrations, registrationYear) => {
    expect(viewIn("ja", id)).toMatchObject({ registrations, registrationYear });
  });

  test.each([
    ["saemidori", "Norin No. 40, 1990", "1990 (named in the national series)"],
    ["hoshinomidori", "Plant variety right, 1981", "1981 (plant variety right granted)"],
    ["shizuyutaka", "Plant variety right applied for", "Not known"],
    ["horai-kincha", "Plant variety certificate, year not found", "Not known"],
    ["cha-chukanbohon-no-4", "Plant variety register, year not found", "Not known"],
    ["asahi", "Prefectural recommendation, 1954", "1954 (recommended by its prefecture)"],
    ["yutakamidori", "Named by Kagoshima Prefecture, 1966", "1966 (named by Kagoshima Prefecture)"],
    ["yamakai", "Named by Shizuoka Prefecture, 1967", "1967 (named by Shizuoka Prefecture)"],
    ["uji-midori", "Selected in Kyoto Prefecture, 1983", "1983 (selection completed)"],
    ["z1", "", "No registration found"],
    ["hidenosuke", "No registration found", "No registration found"],
  ])("on the card of %s is %s", (id, registration, registrationYear) => {
    expect(viewIn("en", id)).toMatchObject({ registration, registrationYear });
  });

  test.each(eachLanguage)("in %s has no placeholder or gap", (language) => {
    const lines = ids.flatMap((id) => {
      const { registrations, registration, registrationYear } = viewIn(language, id);
      return [...registrations, registration, registrationYear];
    });

    expect(
      lines.filter((line) => /\{\{|undefined|null|[（(]年|, ?$|第号|No\. ,/.test(line)),
    ).toEqual([]);
  });
});

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
    const told = ids.flatMap((id) => viewIn("en", id).children.map((child) => `${id} ${child.id}`));
    const recorded = ids.flatMap((id) =>
      (catalogue[id]?.parents ?? []).flatMap(({ cultivarId }) =>
        cultivarId === null ? [] : [`${cultivarId} ${id}`],
      ),
    );

    expect(told.toSorted()).toEqual([...new Set(recorded)].toSorted());
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
