/** Translator: plurals, placeholders and message table. */
import { describe, expect, test } from "vitest";
import { createTranslator, flatten, type Messages } from "../../../client/language/translator.ts";
import { eachLanguage, messages, translate } from "../messages.ts";

describe("plural", () => {
  test.each([
    [0, "0 cultivars"],
    [1, "1 cultivar"],
    [2, "2 cultivars"],
    [120, "120 cultivars"],
    [12345, "12,345 cultivars"],
  ])("of %i in English is %s", (count, text) => {
    expect(translate.en("cultivars.results.count", { count })).toBe(text);
  });

  test.each([
    [0, "0品種"],
    [1, "1品種"],
    [2, "2品種"],
  ])("of %i in Japanese is %s", (count, text) => {
    expect(translate.ja("cultivars.results.count", { count })).toBe(text);
  });

  test("without plural forms uses the only text", () => {
    expect(translate.en("cultivars.meta.title", { count: 1 })).toBe("Japanese tea cultivars (1)");
  });

  test("without a singular uses the other form", () => {
    const t = createTranslator("en", { "cultivars.results.count_other": "{{count}} of them" }).t;

    expect(t("cultivars.results.count", { count: 1 })).toBe("1 of them");
  });
});

describe("message placeholder", () => {
  const t = createTranslator("en", { "app.home": "{{site}} and {{site}}, {{other}}" }).t;

  test("is filled at every occurrence", () => {
    expect(t("app.home", { site: "A", other: "B" })).toBe("A and A, B");
  });

  test("prints numbers, including zero", () => {
    expect(t("app.home", { site: 0, other: -4.5 })).toBe("0 and 0, -4.5");
  });

  test("without a value stays visible", () => {
    expect(t("app.home", { site: "A" })).toBe("A and A, {{other}}");
    expect(t("app.home")).toBe("{{site}} and {{site}}, {{other}}");
  });

  test("value is not interpreted as a pattern or placeholder", () => {
    expect(t("app.home", { site: "$& $1 $$", other: "{{site}}" })).toBe(
      "$& $1 $$ and $& $1 $$, {{site}}",
    );
  });
});

describe("message table", () => {
  test("prints the key when its text is missing", () => {
    const t = createTranslator("ja", {}).t;

    expect(t("app.home")).toBe("app.home");
    expect(t("cultivars.results.count", { count: 2 })).toBe("cultivars.results.count");
  });

  test("is flattened under the file's name", () => {
    const into: Messages = { "a.b": "kept" };

    expect(flatten({ one: "1", two: { three: "3", four: { five: "5" } } }, "file", into)).toEqual({
      "a.b": "kept",
      "file.one": "1",
      "file.two.three": "3",
      "file.two.four.five": "5",
    });
  });

  test("accepts an empty text", () => {
    expect(createTranslator("en", { "app.home": "" }).t("app.home")).toBe("");
  });

  test.each(eachLanguage)("in %s has a text for every key", (language) => {
    expect(Object.entries(messages[language]).filter(([, text]) => text.trim() === "")).toEqual([]);
  });
});
