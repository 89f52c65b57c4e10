// @vitest-environment jsdom
/** Forms that the host refused: they contain again what was typed. */
import { cleanup, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { AppealForm } from "../../../client/accounts/profiles/account/AppealForm.tsx";
import { HiddenSection } from "../../../client/accounts/profiles/account/HiddenSection.tsx";
import { Decisions } from "../../../client/accounts/suspended/Decisions.tsx";
import { NotificationChoices } from "../../../client/community/letters/NotificationChoices.tsx";
import type { OwnDecision } from "../../../client/wire/types.generated.ts";
import { renderForMember } from "./sessions/memberPage.tsx";
import { translate } from "../messages.ts";

afterEach(cleanup);

const t = translate.ja;
const decision: OwnDecision = {
  action: "warn",
  created_at: "2026-11-21T03:00:00Z",
  rule: "rude",
  note: null,
  id: 7,
  appeal: null,
  can_appeal: true,
};
const typed = "お茶の話でした";

const field = () => screen.getByLabelText<HTMLInputElement>(t("account.appeal.note"));

test.each([
  ["7", typed, true],
  ["8", "", false],
] as const)("appeal of entry %s has the text %j", (entry, text, isOpen) => {
  const path = `/ja/account?appeal=note&entry_id=${entry}&note=${typed}`;
  const { container } = renderForMember(<AppealForm decision={decision} />, {
    language: "ja",
    path,
  });

  expect(field().value).toBe(text);
  expect(container.querySelector("details")?.open).toBe(isOpen);
});

test("refused appeal of a suspended member contains its text", () => {
  const suspension = {
    member_id: "hana",
    display_name: "茶畑 はな",
    until: null,
    decisions: [decision],
    more_removals: 0,
  };
  const path = `/ja/suspended?error=note&entry_id=7&note=${typed}`;
  renderForMember(<Decisions suspension={suspension} />, { language: "ja", path });

  expect(field().value).toBe(typed);
});

test("form contains the refused words and categories instead of the stored ones", () => {
  const data = { members: [], words: ["Matcha"], categories: ["shop"], asked: null };
  renderForMember(<HiddenSection />, {
    language: "ja",
    page: "account",
    path: "/ja/account?hidden=shortWord&words=Iced+tea%0Aa&categories=question",
    preloaded: [{ query: "hidden", params: {}, data }],
  });

  expect(screen.getByLabelText<HTMLTextAreaElement>(t("hidden.words.label")).value).toBe(
    "Iced tea\na",
  );
  const box = (name: "question" | "shop") =>
    screen.getByRole<HTMLInputElement>("checkbox", { name: t(`post.category.${name}`) });
  expect([box("question").checked, box("shop").checked]).toEqual([true, false]);
});

test("form contains the refused choices of notifications", () => {
  const data = {
    choices: { comment: "on", like: "on" },
    is_letter_offered: true,
    email: "hana@example.com",
    consented_at: null,
  } as const;
  const { container } = renderForMember(<NotificationChoices />, {
    language: "ja",
    page: "notifications",
    path: "/ja/notifications?choices=consent&comment=letter&like=off",
    preloaded: [{ query: "notificationSettings", params: {}, data }],
  });

  const chosen = new FormData(container.querySelector("form") ?? undefined);
  expect([chosen.get("comment"), chosen.get("like")]).toEqual(["letter", "off"]);
});
