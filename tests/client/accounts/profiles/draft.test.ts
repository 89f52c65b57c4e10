/** Profile draft: validation and payload. */
import { describe, expect, test } from "vitest";
import {
  bioProblem,
  changeOf,
  draftOf,
  isChanged,
  nameProblem,
  toggleChoice,
} from "../../../../client/accounts/profiles/edit/draft.ts";
import { hana } from "../sessions/member.ts";

const draft = draftOf(hana);

describe("profile draft", () => {
  test("equal to the stored profile is unchanged", () => {
    expect(isChanged(draft, hana)).toBe(false);
  });

  test.each([
    { displayName: "はな" },
    { bio: "煎茶" },
    { language: "en" as const },
    { teaType: null },
    { cultivar: "yabukita" },
  ])("with %j is changed", (part) => {
    expect(isChanged({ ...draft, ...part }, hana)).toBe(true);
  });

  test("payload is trimmed and has null for a blank bio", () => {
    expect(changeOf({ ...draft, displayName: "　はな ", bio: " \n " })).toEqual({
      display_name: "はな",
      bio: null,
      language: "ja",
      favorite_tea_type: "gyokuro",
      favorite_tea_variety: "okumidori",
    });
  });
});

describe("display name", () => {
  const problem = (displayName: string) => nameProblem({ ...draft, displayName });

  test.each(["", "   ", "　"])("%j is refused as blank", (name) => {
    expect(problem(name)).toBe("displayNameRequired");
  });

  test("has at most 50 code points in composed form", () => {
    expect(problem("あ".repeat(50))).toBeUndefined();
    expect(problem("𠮷".repeat(50))).toBeUndefined();
    expect(problem("か\u3099".repeat(50))).toBeUndefined();
    expect(problem("あ".repeat(51))).toBe("displayNameTooLong");
  });
});

describe("bio", () => {
  const problem = (bio: string) => bioProblem({ ...draft, bio });

  test("has at most 500 code points, CRLF counted as one", () => {
    expect(problem("")).toBeUndefined();
    expect(problem(`${"あ".repeat(249)}\r\n${"🍵".repeat(250)}`)).toBeUndefined();
    expect(problem("a".repeat(501))).toBe("bioTooLong");
  });
});

test("toggle of the selected value deselects it", () => {
  expect(toggleChoice(null, "sencha")).toBe("sencha");
  expect(toggleChoice("matcha", "sencha")).toBe("sencha");
  expect(toggleChoice("sencha", "sencha")).toBeNull();
});
