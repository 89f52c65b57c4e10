// @vitest-environment jsdom
/** Form of a decision: label of the reason, which says who reads it, and offered rules. */
import { cleanup, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { DecisionForm } from "../../../../client/community/reports/DecisionForm.tsx";
import { reasons, reasonsOfRecords } from "../../../../client/community/reports/reasons.ts";
import type { CaseView, ReportedThing } from "../../../../client/wire/types.generated.ts";
import { renderForMember } from "../../accounts/sessions/memberPage.tsx";
import { translate } from "../../messages.ts";

afterEach(cleanup);

/** Returns a case of this kind about a text of the member "m". */
function caseOf(kind: CaseView["kind"], thing: Partial<ReportedThing> = {}): CaseView {
  const reported = { subject: `${kind}:1`, kind, post_id: 1, member_id: "m", author: "Alex" };
  const one = { subject: `${kind}:1`, kind, seen: 1, earlier: 0, member_id: "m", author: "Alex" };
  return { ...one, reports: [], thing: { ...reported, text: "お茶", ...thing } };
}

/** Returns the label of the field of the reason; null without that field. */
function noteLabel(): string | null {
  const field = document.querySelector<HTMLInputElement>("[name=note]");
  return field?.labels?.[0]?.textContent ?? null;
}

const removedThing = { thing: null } as const;

test.each(["en", "ja"] as const)("label of the reason says who reads it: %s", (language) => {
  const t = translate[language];
  const keep = { decision: t("moderation.decision.keep") };
  const close = { decision: t("moderation.decision.close") };
  const nothing = { decision: t("moderation.decision.keepMember") };
  const cases: (readonly [CaseView, string | null])[] = [
    [caseOf("post"), t("moderation.noteUnless", keep)],
    [caseOf("comment"), t("moderation.noteUnless", keep)],
    [caseOf("post", { held: "links" }), t("moderation.note")],
    [caseOf("member"), t("moderation.noteToMember", nothing)],
    [caseOf("cultivar", { member_id: null }), t("moderation.noteForLog")],
    [caseOf("post", { member_id: null, author: null }), t("moderation.noteForLog")],
    [{ ...caseOf("comment"), ...removedThing }, t("moderation.noteUnless", close)],
    [{ ...caseOf("comment"), ...removedThing, member_id: null, author: null }, null],
  ];

  for (const [one, label] of cases) {
    renderForMember(<DecisionForm case={one} />, { language });
    expect(noteLabel()).toBe(label);
    cleanup();
  }
});

test("form for a record offers only the rules for records", () => {
  const offered = () => {
    const { options } = screen.getByLabelText<HTMLSelectElement>(translate.ja("moderation.rule"));
    return [...options].map(({ value }) => value);
  };

  renderForMember(<DecisionForm case={caseOf("cultivar")} />);
  expect(offered()).toEqual([...reasonsOfRecords]);
  cleanup();

  renderForMember(<DecisionForm case={caseOf("post")} />);
  expect(offered()).toEqual([...reasons]);
});
