// @vitest-environment jsdom
/** Introductions on the account pages, which must be true in every case: suspensions without an end, blocks. */
import { cleanup } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { HiddenSection } from "../../../client/accounts/profiles/account/HiddenSection.tsx";
import SuspendedPage from "../../../client/accounts/suspended/SuspendedPage.tsx";
import { renderForMember } from "./sessions/memberPage.tsx";

afterEach(cleanup);

const suspension = {
  member_id: "hana",
  display_name: "茶畑 はな",
  decisions: [],
  more_removals: 0,
};

test.each([
  ["without an end", null],
  ["with an end", "2026-12-24T03:00:00Z"],
])("what a member can do during a suspension %s names no time before it", (_, until) => {
  const { container } = renderForMember(<SuspendedPage />, {
    language: "en",
    page: "suspended",
    preloaded: [{ query: "suspension", params: {}, data: { ...suspension, until } }],
  });

  expect(container.textContent).toContain("While you are suspended you can read all public pages");
  expect(container.textContent).not.toContain("Until then");
});

test("English introduction to mutes and blocks does not say that only one side is affected", () => {
  const data = { members: [], words: [], categories: [], asked: null };
  const { container } = renderForMember(<HiddenSection />, {
    language: "en",
    page: "account",
    preloaded: [{ query: "hidden", params: {}, data }],
  });

  expect(container.querySelector("p")?.textContent).toMatch(/^Nobody .* whom you mute or block\.$/);
});
