// @vitest-environment jsdom
/** Forms of moderators: decisions on each kind of reported thing, and undo of recent acts. */
import { cleanup, screen, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { DecisionForm } from "../../../../client/community/reports/DecisionForm.tsx";
import { RecentActs } from "../../../../client/community/reports/RecentActs.tsx";
import type { CaseView, RecentAct } from "../../../../client/wire/types.generated.ts";
import { renderForMember } from "../../accounts/sessions/memberPage.tsx";
import { translate } from "../../messages.ts";

const t = translate.ja;
const act: RecentAct = {
  id: 7,
  action: "hide-post",
  created_at: "2026-11-21T03:30:00Z",
  rule: "spam",
  note: "宣伝です",
  thing: null,
};
const aCase = (kind: CaseView["kind"]): CaseView => ({
  subject: `${kind}:1`,
  kind,
  thing: {
    subject: `${kind}:1`,
    kind,
    post_id: null,
    member_id: "m",
    author: "Alex",
    text: "宣伝",
    held: null,
    is_deleted: false,
    images: [],
    filled: ["name", "picture"],
  },
  reports: [],
  seen: 1,
  earlier: 0,
});

afterEach(cleanup);

test("recent act has a form with the name of its undo", () => {
  renderForMember(<RecentActs acts={[act]} />);

  const row = screen.getByRole("article", {
    name: new RegExp(t("moderation.acts.action.hide-post")),
  });
  const button = within(row).getByRole<HTMLButtonElement>("button", {
    name: t("moderation.acts.undo"),
  });
  expect(button.form?.getAttribute("action")).toBe(
    "/api/moderation/entries/7/undo/form?language=ja",
  );
  expect(within(row).getByText("宣伝です")).toBeTruthy();
  expect(within(row).getByLabelText(t("moderation.acts.note"))).toBeTruthy();
});

test.each(["en", "ja"] as const)(
  "act without a text names its member and its rule: %s",
  (language) => {
    const member = { member_id: "alex", member_name: "Alex Leaf" };
    renderForMember(<RecentActs acts={[{ ...act, action: "suspend", ...member }]} />, { language });

    const link = screen.getByRole("link", { name: "Alex Leaf" });
    expect(link.getAttribute("href")).toBe(`${language === "ja" ? "/ja" : ""}/members/alex`);
    expect(link.parentElement?.textContent).toContain(translate[language]("report.reasons.spam"));
  },
);

test.each([
  ["post", ["keep", "warn", "lock", "move", "hide", "remove", "sign-out", "suspend"]],
  ["comment", ["keep", "warn", "hide", "remove", "sign-out", "suspend"]],
  ["member", ["keep", "warn", "reset", "sign-out", "suspend"]],
  ["cultivar", ["keep", "accept"]],
] as const)("decisions fit the kind of thing: %s", (kind, expected) => {
  renderForMember(<DecisionForm case={aCase(kind)} />);

  const offered = screen.getAllByRole<HTMLInputElement>("radio").map((one) => one.value);
  expect(offered).toEqual(expected);
  expect(screen.queryByLabelText(t("moderation.category")) !== null).toBe(kind === "post");
  expect(screen.queryByLabelText(t("moderation.edition")) !== null).toBe(kind === "cultivar");
  expect(screen.queryByLabelText(t("moderation.days")) !== null).toBe(kind !== "cultivar");
});

test.each(["en", "ja"] as const)("reset of a profile offers its filled parts: %s", (language) => {
  const one = aCase("member");
  const words = translate[language];
  renderForMember(<DecisionForm case={one} />, { language });

  const parts = within(screen.getByRole("group", { name: words("moderation.parts.legend") }));
  const boxes = parts.getAllByRole<HTMLInputElement>("checkbox");
  expect(boxes.map(({ name, value, checked }) => [name, value, checked])).toEqual([
    ["parts", "name", true],
    ["parts", "picture", true],
  ]);
  expect(parts.getByLabelText(words("moderation.parts.name"))).toBe(boxes[0]);
});

test("empty profile cannot be reset", () => {
  const one = aCase("member");
  renderForMember(
    <DecisionForm case={{ ...one, thing: one.thing && { ...one.thing, filled: [] } }} />,
  );

  expect(screen.queryByLabelText(t("moderation.decision.reset"))).toBeNull();
  expect(screen.queryByText(t("moderation.parts.legend"))).toBeNull();
});

test.each([
  ["an author", "1", ["keep", "warn", "sign-out", "suspend"]],
  ["a former member", null, ["keep"]],
] as const)(
  "decisions on a deleted comment of %s are about its author",
  (_, member_id, expected) => {
    renderForMember(<DecisionForm case={{ ...aCase("comment"), thing: null, member_id }} />);

    const offered = screen.getAllByRole<HTMLInputElement>("radio").map((one) => one.value);
    expect(offered).toEqual(expected);
    expect(screen.queryByLabelText(t("moderation.decision.warnAuthor")) !== null).toBe(
      member_id !== null,
    );
  },
);

test.each(["en", "ja"] as const)("decisions on a member name no author: %s", (language) => {
  renderForMember(<DecisionForm case={aCase("member")} />, { language });

  const text = document.querySelector("form")?.textContent ?? "";
  expect(text).not.toMatch(/author|keep it|書いた|残して/i);
  expect(text).toContain(translate[language]("moderation.decision.warnMember"));
  expect(text).toContain(translate[language]("moderation.decision.signOutMember"));
  const decision = translate[language]("moderation.decision.keepMember");
  expect(text).toContain(translate[language]("moderation.noteToMember", { decision }));
});

test("form for a removed member has the same message as the text above it", () => {
  renderForMember(<DecisionForm case={{ ...aCase("member"), thing: null }} />);

  expect(screen.getByLabelText(t("moderation.decision.close"))).toBeTruthy();
  for (const words of [translate.en, translate.ja])
    for (const key of [
      "moderation.gone",
      "moderation.goneFormer",
      "moderation.errors.gone",
    ] as const)
      expect(words(key)).toContain(words("moderation.decision.close"));
});

test("reset profile is shown with its earlier text and picture beside the undo", () => {
  const { thing } = aCase("member");
  const url = "data:image/png;base64,AA==";
  const images = [{ url, width: 256, height: 256, alt: null }];
  const act = {
    id: 7,
    action: "reset-profile" as const,
    created_at: "2026-11-21T03:50:00Z",
    rule: "rude",
    note: null,
    former_member: null,
    thing: thing && { ...thing, images },
  };
  renderForMember(<RecentActs acts={[act]} />);

  expect(screen.getByRole("heading", { level: 3 }).textContent).toContain(
    t("moderation.acts.action.reset-profile"),
  );
  expect(screen.getByText("宣伝")).toBeTruthy();
  expect(screen.getByRole("img").getAttribute("src")).toBe(url);
});
