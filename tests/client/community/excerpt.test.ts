/** Titles and descriptions of posts, truncated between characters. */
import { describe, expect, test } from "vitest";
import { descriptionOf, titleOf } from "../../../client/community/excerpt.ts";
import { excerpt, singleLine } from "../../../client/language/excerpt.ts";
import { aPost } from "./posts.ts";

test("white space is collapsed to one space", () => {
  expect(singleLine("  one\r\n\n two\u3000three ")).toBe("one two three");
});

test("bidi control characters are removed", () => {
  expect(singleLine("a\u202eb\u2066c\u2069d")).toBe("abcd");
});

describe("post description", () => {
  test("of 120 characters is not truncated", () => {
    const content = "茶".repeat(120);

    expect(descriptionOf(aPost({ content }))).toBe(content);
  });

  test("above 120 code points is truncated between code points", () => {
    const content = "🍵".repeat(121);

    expect(descriptionOf(aPost({ content }))).toBe(`${"🍵".repeat(120)}…`);
  });

  test("has no space before the ellipsis", () => {
    expect(excerpt("one two three", 4)).toBe("one…");
  });
});

describe("post title", () => {
  test("is the post's own title in one line", () => {
    expect(titleOf(aPost({ title: " Spring \n tea " }))).toBe("Spring tea");
  });

  test.each([null, "", " \u202e "])(
    "is the beginning of the text when the title is %j",
    (title) => {
      expect(titleOf(aPost({ title, content: "茶".repeat(41) }))).toBe(`${"茶".repeat(32)}…`);
    },
  );
});
