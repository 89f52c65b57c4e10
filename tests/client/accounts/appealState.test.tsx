// @vitest-environment jsdom
/** Message of an answered appeal, on the account page and the page of a suspension. */
import { cleanup } from "@testing-library/react";
import { afterEach, describe, expect, test } from "vitest";
import { AppealForm } from "../../../client/accounts/profiles/account/AppealForm.tsx";
import { Decisions } from "../../../client/accounts/suspended/Decisions.tsx";
import type { OwnDecision } from "../../../client/wire/types.generated.ts";
import { eachLanguage, translate } from "../messages.ts";
import { renderForMember } from "./sessions/memberPage.tsx";

afterEach(cleanup);

const reversible = [
  "warn",
  "hide-post",
  "hide-comment",
  "lock-comments",
  "move-post",
  "reset-profile",
  "suspend",
  "sign-out",
];
const removals = ["remove-post", "remove-comment"];
/** Part of the message that a removed text is not restored. */
const notRestored = { en: "gone for good", ja: "元に戻せません" } as const;

const answeredAppeal = (action: string, appeal: "upheld" | "reversed"): OwnDecision => ({
  action,
  created_at: "2026-11-21T03:00:00Z",
  rule: "rude",
  note: null,
  id: 7,
  appeal,
  can_appeal: false,
});

const pages = {
  "the account page": (decision: OwnDecision) => <AppealForm decision={decision} />,
  "the page of the suspension": (decision: OwnDecision) => (
    <Decisions
      suspension={{
        member_id: "hana",
        display_name: "茶畑 はな",
        until: null,
        decisions: [decision],
        more_removals: 0,
      }}
    />
  ),
};

describe.each(Object.entries(pages))("on %s", (_, page) => {
  describe.each(eachLanguage)("in %s", (language) => {
    const textOf = (decision: OwnDecision) =>
      renderForMember(page(decision), { language }).container.textContent ?? "";

    test.each(reversible)("a reversed %s does not say that a text is lost", (action) => {
      const text = textOf(answeredAppeal(action, "reversed"));

      expect(text).toContain(translate[language]("account.appeal.state.reversed"));
      expect(text).not.toContain(notRestored[language]);
    });

    test.each(removals)("a reversed %s says that the text is not restored", (action) => {
      expect(textOf(answeredAppeal(action, "reversed"))).toContain(notRestored[language]);
    });

    test.each([...reversible, ...removals])(
      "an upheld %s says only that it was upheld",
      (action) => {
        const text = textOf(answeredAppeal(action, "upheld"));

        expect(text).toContain(translate[language]("account.appeal.state.upheld"));
        expect(text).not.toContain(notRestored[language]);
      },
    );
  });
});
