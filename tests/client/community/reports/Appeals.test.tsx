// @vitest-environment jsdom
/** Open appeals in the queue of moderators: forms without scripts, and no form for an own decision. */
import { cleanup, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { Appeals } from "../../../../client/community/reports/Appeals.tsx";
import type { AppealView } from "../../../../client/wire/types.generated.ts";
import { renderInPage } from "../../renderPage.tsx";
import { eachLanguage, translate } from "../../messages.ts";

const appeal: AppealView = {
  entry_id: 7,
  created_at: "2026-11-21T04:00:00Z",
  note: "It was about the tea",
  action: "remove-post",
  decided_at: "2026-11-20T04:00:00Z",
  rule: "rude",
  reason: null,
  post_id: 12,
  member_id: "alex",
  member_name: "Alex Leaf",
  is_own_decision: false,
  may_answer: true,
};

afterEach(cleanup);

test.each(eachLanguage)("has a form that says what cannot be undone in %s", (language) => {
  const list = { appeals: [appeal] };
  const { container } = renderInPage(<Appeals list={list} />, { language });
  const t = translate[language];
  const form = container.querySelector("form");

  expect(screen.getByText(appeal.note)).toBeDefined();
  expect(screen.getByText(t("moderation.appeals.gone"))).toBeDefined();
  expect(form?.getAttribute("action")).toBe(`/api/moderation/appeals/form?language=${language}`);
  expect(form && Object.fromEntries(new FormData(form))).toMatchObject({ entry_id: "7", language });
});

test("has no form for an own decision unless there is no other moderator", () => {
  const own = { ...appeal, is_own_decision: true, may_answer: false };
  const t = translate.en;
  renderInPage(<Appeals list={{ appeals: [own] }} />);

  expect(screen.getByText(t("moderation.appeals.other"))).toBeDefined();
  expect(document.querySelector("form")).toBeNull();
  cleanup();
  renderInPage(<Appeals list={{ appeals: [{ ...own, may_answer: true }] }} />);
  expect(screen.getByText(t("moderation.appeals.onlyOne"))).toBeDefined();
  expect(document.querySelector("form")).not.toBeNull();
});

test("shows the text of the decision with a link to its place", () => {
  const thing: AppealView["thing"] = {
    subject: "comment:5",
    kind: "comment",
    post_id: 12,
    member_id: "alex",
    author: "Alex Leaf",
    text: "買え",
  };
  renderInPage(<Appeals list={{ appeals: [{ ...appeal, action: "hide-comment", thing }] }} />, {
    language: "ja",
  });

  expect(screen.getByText("買え")).toBeDefined();
  const link = screen.getByRole("link", { name: translate.ja("moderation.open") });
  expect(link.getAttribute("href")).toBe("/ja/post/12#comment-5");
});
