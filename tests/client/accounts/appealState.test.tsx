// @vitest-environment jsdom
/** The answer to an appeal, on the account page and on that of a suspension, fits the decision. */
import { cleanup } from "@testing-library/react";
import { afterEach, describe, expect, test } from "vitest";
import { AppealForm } from "../../../client/accounts/profiles/account/AppealForm.tsx";
import { Decisions } from "../../../client/accounts/suspended/Decisions.tsx";
import type { OwnDecision } from "../../../client/wire/types.generated.ts";
import { eachLanguage, say } from "../words.ts";
import { draw } from "./sessions/surroundings.tsx";

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
/** Says that what was removed is gone. */
const gone = { en: "gone for good", ja: "元に戻せません" } as const;

const answered = (action: string, appeal: "upheld" | "reversed"): OwnDecision => ({
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
      draw(page(decision), { language }).container.textContent ?? "";

    test.each(reversible)("a reversed %s removed nothing", (action) => {
      const text = textOf(answered(action, "reversed"));

      expect(text).toContain(say[language]("account.appeal.state.reversed"));
      expect(text).not.toContain(gone[language]);
    });

    test.each(removals)("a reversed %s brings nothing back", (action) => {
      expect(textOf(answered(action, "reversed"))).toContain(gone[language]);
    });

    test.each([...reversible, ...removals])("an upheld %s says so alone", (action) => {
      const text = textOf(answered(action, "upheld"));

      expect(text).toContain(say[language]("account.appeal.state.upheld"));
      expect(text).not.toContain(gone[language]);
    });
  });
});
