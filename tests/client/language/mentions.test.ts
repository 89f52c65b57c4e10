/** Mentions in texts of members, at the places that the host sends: splitting, addresses beside them, invalid places. */
import { describe, expect, test } from "vitest";
import { partsWithMentions } from "../../../client/language/links.ts";

const alex = { id: "alex", at: 3, length: 5 };
const text = "🍵 @Alex https://example.com/@Alex";

describe("a text with mentions", () => {
  test("is split at mentions and addresses, and the joined parts equal it", () => {
    const parts = partsWithMentions(text, [alex]);

    expect(parts).toEqual([
      { text: "🍵 ", isAddress: false },
      { text: "@Alex", isAddress: false, member: "alex" },
      { text: " ", isAddress: false },
      { text: "https://example.com/@Alex", isAddress: true },
    ]);
    expect(parts.map((part) => part.text).join("")).toBe(text);
  });

  test("ending with a mention has no part after it", () => {
    expect(partsWithMentions("@Alex", [{ ...alex, at: 0 }])).toEqual([
      { text: "@Alex", isAddress: false, member: "alex" },
    ]);
  });

  test("cut within a mention ends with it", () => {
    expect(partsWithMentions("🍵 @Al…", [alex])).toEqual([
      { text: "🍵 ", isAddress: false },
      { text: "@Al…", isAddress: false, member: "alex" },
    ]);
  });

  test.each([
    ["beyond the end of a preview", [{ ...alex, at: 30, length: 10 }]],
    ["of an older text", [{ ...alex, at: 4 }]],
    ["within another", [alex, { ...alex, at: 3, id: "other" }]],
    ["that are none", []],
  ])("ignores places %s", (_, mentions) => {
    const parts = partsWithMentions(text, mentions);

    expect(parts.map((part) => part.text).join("")).toBe(text);
    expect(
      parts.filter(({ member }) => member === "other" || member === undefined),
    ).not.toHaveLength(0);
    expect(parts.some(({ member }) => member === "other")).toBe(false);
  });
});
