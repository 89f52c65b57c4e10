// @vitest-environment jsdom
/** Decisions on the account page: each names its rule, also the one that held a text. */
import { cleanup, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { DecisionList } from "../../../../client/accounts/profiles/account/DecisionList.tsx";
import { holds, reasons } from "../../../../client/community/reports/reasons.ts";
import type { OwnDecision } from "../../../../client/wire/types.generated.ts";
import { draw } from "../../renderPage.tsx";
import { say } from "../../words.ts";

afterEach(cleanup);

const release: OwnDecision = {
  action: "release-post",
  created_at: "2026-11-21T03:00:00Z",
  rule: "word",
  note: null,
  post_id: 12,
  id: 3,
  appeal: null,
  can_appeal: false,
};

for (const language of ["ja", "en"] as const)
  test.each([...holds, ...reasons])(`names the rule %s in ${language}`, (rule) => {
    const preloaded = [{ query: "decisions", params: {}, data: [{ ...release, rule }] }] as const;
    draw(<DecisionList />, { page: "account", language, preloaded });

    expect(screen.getByText(say[language](`account.decisions.rule.${rule}`))).toBeTruthy();
    expect(screen.getByText(say[language]("account.decisions.action.release-post"))).toBeTruthy();
  });
