/** A profile being edited: counted as the host counts, and sent only when it is sound. */
import { describe, expect, test } from "vitest";
import {
  bioProblem,
  changeOf,
  draftOf,
  isChanged,
  nameProblem,
  toggled,
} from "../../../../client/accounts/profiles/edit/draft.ts";
import { hana } from "../sessions/member.ts";

const draft = draftOf(hana);

describe("the draft", () => {
  test("of a profile is no change of it", () => {
    expect(isChanged(draft, hana)).toBe(false);
  });

  test.each([
    { displayName: "はな" },
    { bio: "煎茶" },
    { language: "en" as const },
    { teaType: null },
    { cultivar: "yabukita" },
  ])("with %j is one", (part) => {
    expect(isChanged({ ...draft, ...part }, hana)).toBe(true);
  });

  test("is sent trimmed, and an empty bio as none", () => {
    expect(changeOf({ ...draft, displayName: "　はな ", bio: " \n " })).toEqual({
      display_name: "はな",
      bio: null,
      language: "ja",
      favorite_tea_type: "gyokuro",
      favorite_tea_variety: "okumidori",
    });
  });
});

describe("the display name", () => {
  const problem = (displayName: string) => nameProblem({ ...draft, displayName });

  test.each(["", "   ", "　"])("%j is required", (name) => {
    expect(problem(name)).toBe("displayNameRequired");
  });

  test("has at most fifty code points", () => {
    expect(problem("あ".repeat(50))).toBeUndefined();
    expect(problem("𠮷".repeat(50))).toBeUndefined();
    expect(problem("か\u3099".repeat(50))).toBeUndefined();
    expect(problem("あ".repeat(51))).toBe("displayNameTooLong");
  });
});

describe("the bio", () => {
  const problem = (bio: string) => bioProblem({ ...draft, bio });

  test("has at most five hundred, a line end being one", () => {
    expect(problem("")).toBeUndefined();
    expect(problem(`${"あ".repeat(249)}\r\n${"🍵".repeat(250)}`)).toBeUndefined();
    expect(problem("a".repeat(501))).toBe("bioTooLong");
  });
});

test("choosing what is chosen takes it back", () => {
  expect(toggled(null, "sencha")).toBe("sencha");
  expect(toggled("matcha", "sencha")).toBe("sencha");
  expect(toggled("sencha", "sencha")).toBeNull();
});
