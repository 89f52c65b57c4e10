// @vitest-environment jsdom
/** Form of a report: what it says about the reported thing. */
import { cleanup, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import ReportPage from "../../../../client/community/reports/ReportPage.tsx";
import type { ReportedThing } from "../../../../client/wire/types.generated.ts";
import { renderForMember } from "../../accounts/sessions/memberPage.tsx";

afterEach(cleanup);

/** Renders the form of a report on a member or a member's comment, in English. */
function renderReport(kind: "comment" | "member", text = "Tea", author = "Alex Leaf"): void {
  const subject = `${kind}:1`;
  const thing: ReportedThing = {
    subject,
    kind,
    post_id: null,
    member_id: "1",
    author,
    text,
  };
  renderForMember(<ReportPage />, {
    page: "report",
    language: "en",
    path: `/report?subject=${subject}`,
    preloaded: [{ query: "reported", params: {}, data: thing }],
  });
}

test("reported text is marked with its own language", () => {
  renderReport("comment", "うまい");

  expect(screen.getByText("うまい").lang).toBe("ja");
});

test.each([
  ["member", "Alex Leaf"],
  ["comment", "by Alex Leaf"],
] as const)("reported %s is named: %s", (kind, name) => {
  renderReport(kind);

  expect(screen.getByRole("figure").querySelector("figcaption")?.textContent).toBe(name);
});

test.each([
  ["member", "茶山 花", "ja"],
  ["comment", "茶山 花", "ja"],
  ["comment", "Alex Leaf", "en"],
] as const)(
  "name of the reported %s %s is marked with its own language",
  (kind, name, language) => {
    renderReport(kind, "Tea", name);

    expect(screen.getByText(name).lang).toBe(language);
  },
);
