/** Language of a comment, by most of its characters. */
import { describe, expect, test } from "vitest";
import { textLanguage } from "../../../client/language/textLanguage.ts";

describe("comment language", () => {
  test.each([
    ["さえみどりは甘いですね。", "ja"],
    ["Saemidoriの新茶です。", "ja"],
    ["新茶!", "ja"],
    ["I never had a sweeter one.", "en"],
    ["I never had a sweeter さえみどり than this one.", "en"],
    ["👍", "en"],
    ["", "en"],
  ])("of %s is %s", (comment, language) => {
    expect(textLanguage(comment)).toBe(language);
  });
});
