// @vitest-environment jsdom
/** The keys j and k of the moderators' queue. */
import { cleanup, screen, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import ModerationPage from "../../../../client/community/reports/ModerationPage.tsx";
import type { CaseView } from "../../../../client/wire/types.generated.ts";
import { draw } from "../../accounts/sessions/surroundings.tsx";

afterEach(cleanup);

const caseOf = (number: number): CaseView => ({
  subject: `post:${number}`,
  kind: "post",
  thing: null,
  member_id: "m",
  author: "Alex",
  reports: [],
  seen: number,
  earlier: 0,
});

test("keys move between the cases from a radio button and a box, but not from a text", async () => {
  const cases = { cases: [caseOf(1), caseOf(2)], total: 2, acts: [] };
  const { user } = draw(<ModerationPage />, {
    page: "moderation",
    path: "/ja/moderation",
    preloaded: [
      { query: "cases", params: {}, data: cases },
      { query: "appeals", params: {}, data: null },
    ],
  });
  const [first, second] = screen.getAllByRole("article");
  if (!first || !second) throw new Error("two cases expected");

  await user.click(within(first).getAllByRole("radio")[0] ?? first);
  await user.keyboard("j");
  expect(document.activeElement).toBe(second);

  await user.click(second.querySelector("[name=everything]") ?? first);
  await user.keyboard("k");
  expect(document.activeElement).toBe(first);

  const [note = null] = first.querySelectorAll<HTMLInputElement>("[name=note]");
  await user.type(note ?? first, "jk");
  expect([document.activeElement, note?.value]).toEqual([note, "jk"]);
});
