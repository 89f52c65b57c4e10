/** Normalization and length of texts, as on the host. */
import { describe, expect, test } from "vitest";
import { lengthOf, normalized } from "../../../client/language/length.ts";

describe("text normalization", () => {
  test.each([
    ["　茶 \u200b", "茶"],
    ["一\r\n二\r三\u2028四", "一\n二\n三\n四"],
    ["か\u3099", "が"],
    ["\ufeff\u2800a b\u3164", "a b"],
    ["👩\u200d🌾", "👩\u200d🌾"],
    ["一\n\n二", "一\n\n二"],
    ["一\n\n\n\n二", "一\n\n二"],
    ["一\n \r\n\u3000\n\u200b\n  二", "一\n\n  二"],
  ])("turns %j into %j", (typed, kept) => {
    expect(normalized(typed)).toBe(kept);
  });

  test.each([
    "",
    "　\n",
    "\u200b",
    "\u2800",
    "\u3164",
    "\u0301",
    "\u{1bca0}",
    "\u202e\ufe0f",
    "\u{e0041}",
  ])("turns %j into an empty text", (typed) => {
    expect(normalized(typed)).toBe("");
    expect(lengthOf(typed)).toBe(0);
  });

  test.each([
    ["a".repeat(301), 301],
    ["あ".repeat(300), 300],
    ["か\u3099".repeat(300), 300],
    ["𠮷".repeat(300), 300],
    ["👩\u200d🌾", 3],
    ["\r\n茶\r\n\r\n茶", 4],
  ])("counts %j in code points", (typed, length) => {
    expect(lengthOf(typed)).toBe(length);
  });
});
