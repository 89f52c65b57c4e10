/** Paths in English and Japanese. */
import { describe, expect, test } from "vitest";
import { routeNames, routes } from "../../../client/contracts/routes.ts";
import { inLanguage, languageOf, otherLanguage, pathFor } from "../../../client/language/paths.ts";

describe("language of a path", () => {
  test.each(["/ja", "/ja/", "/ja/cultivars", "/ja?search=a", "/ja/?a", "/ja//x"])(
    "%s is Japanese",
    (path) => {
      expect(languageOf(path)).toBe("ja");
    },
  );

  test.each(["/", "", "/jam", "/japan/x", "/cultivars/ja", "/en/ja", "/JA", "/?next=/ja", "ja"])(
    "%j is English",
    (path) => {
      expect(languageOf(path)).toBe("en");
    },
  );

  test("otherLanguage returns the other language", () => {
    expect([otherLanguage("en"), otherLanguage("ja")]).toEqual(["ja", "en"]);
  });
});

describe("path in the other language", () => {
  test.each([
    ["/", "/ja"],
    ["/?utm=1", "/ja?utm=1"],
    ["/cultivars", "/ja/cultivars"],
    ["/cultivars?search=a%20b&page=2", "/ja/cultivars?search=a%20b&page=2"],
    ["/cultivars/saemidori", "/ja/cultivars/saemidori"],
    ["/jam", "/ja/jam"],
  ])("%s and %s are counterparts", (english, japanese) => {
    expect(inLanguage(english, "ja")).toBe(japanese);
    expect(inLanguage(japanese, "en")).toBe(english);
  });

  test.each(["/", "/ja", "/about?x=/ja", "/ja/about?x", "/ja/ja"])(
    "%s is unchanged in its own language",
    (path) => {
      expect(inLanguage(path, languageOf(path))).toBe(path);
    },
  );

  test.each([
    "/ja//evil.example/x",
    "/ja///evil.example",
    "/ja/\\evil.example",
    "/ja/\\/evil.example",
    "//evil.example/x",
    "/\\evil.example",
  ])("%s stays on the same origin in both languages", (path) => {
    for (const language of ["en", "ja"] as const) {
      const address = new URL(inLanguage(path, language), "https://tea.example");
      expect(address.origin).toBe("https://tea.example");
    }
  });
});

describe("path of a page", () => {
  test.each(routeNames)("%s follows the route table in both languages", (name) => {
    const path = routes[name].path.replaceAll(/\{\w+\}/g, "7");
    const params = { id: "7", a: "7", b: "7", code: "7" };

    expect(pathFor(name, "en", params)).toBe(`/${path}`);
    expect(pathFor(name, "ja", params)).toBe(path ? `/ja/${path}` : "/ja");
  });

  test("parameters are percent-encoded", () => {
    expect(pathFor("cultivar", "en", { id: "../login?a=b#c" })).toBe(
      "/cultivars/..%2Flogin%3Fa%3Db%23c",
    );
  });
});
