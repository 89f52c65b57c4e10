// @vitest-environment jsdom
/** Texts edited after a report or a decision: the note about it, and the time of the edit in the forms. */
import { cleanup, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { LogEntries } from "../../../../client/community/reports/LogEntries.tsx";
import ModerationPage from "../../../../client/community/reports/ModerationPage.tsx";
import { RecentActs } from "../../../../client/community/reports/RecentActs.tsx";
import type { CaseView, LogEntry, ReportedThing } from "../../../../client/wire/types.generated.ts";
import { renderForMember } from "../../accounts/sessions/memberPage.tsx";
import { translate } from "../../messages.ts";

afterEach(cleanup);

const before = "2026-11-21T03:30:00Z";
const after = "2026-11-21T03:30:00.5Z";
const later = "2026-11-22T03:30:00Z";

/** Returns a reported text with the time of its last edit. */
const thingOf = (kind: "post" | "member", edited_at: string | null): ReportedThing => ({
  subject: `${kind}:1`,
  kind,
  post_id: kind === "post" ? 1 : null,
  member_id: "m",
  author: "Alex",
  text: "お茶",
  edited_at,
});

/** Renders the queue with a case of two reports, and returns the time of the edit in its form. */
function showCase(
  thing: ReportedThing,
  language: "en" | "ja" = "ja",
  reported: Pick<CaseView, "reported_texts" | "replaced_pictures"> = {},
): string | undefined {
  const report = { reason: "spam", note: null, contact: null, is_of_member: true };
  const one: CaseView = {
    subject: thing.subject,
    kind: thing.kind,
    thing,
    reports: [
      { ...report, created_at: later },
      { ...report, created_at: before },
    ],
    seen: 1,
    earlier: 0,
    ...reported,
  };
  renderForMember(<ModerationPage />, {
    page: "moderation",
    path: "/ja/moderation",
    language,
    preloaded: [
      { query: "cases", params: {}, data: { cases: [one], total: 1, acts: [] } },
      { query: "appeals", params: {}, data: null },
    ],
  });
  return sentEdit();
}

/** Returns the time of the last edit in the form. */
const sentEdit = () => document.querySelector<HTMLInputElement>("[name=edited_at]")?.value;

/** Returns a pattern of a message with any date. */
const note = (language: "en" | "ja", key: "sinceReport" | "sinceDecision") =>
  new RegExp(translate[language](`moderation.edited.${key}`, { date: ".*" }));

test.each(["en", "ja"] as const)("case says that it was edited after a report: %s", (language) => {
  expect(showCase(thingOf("post", after), language)).toBe(after);
  expect(screen.getByText(note(language, "sinceReport"))).toBeTruthy();
});

test("case with an earlier edit or none, and that of a member, has no note", () => {
  expect(showCase(thingOf("post", before))).toBe(before);
  expect(screen.queryByText(note("ja", "sinceReport"))).toBeNull();
  cleanup();

  expect(showCase(thingOf("post", null))).toBeUndefined();
  expect(screen.queryByText(note("ja", "sinceReport"))).toBeNull();
  cleanup();

  expect(showCase(thingOf("member", later))).toBe(later);
  expect(screen.queryByText(note("ja", "sinceReport"))).toBeNull();
});

test.each(["en", "ja"] as const)("case quotes what was reported: %s", (language) => {
  showCase(thingOf("post", after), language, { reported_texts: ["前の文", "次の文"] });
  const captions = screen.getAllByText(translate[language]("moderation.edited.reported"));

  const quoted = captions.map((one) => one.closest("figure")?.querySelector("blockquote"));
  expect(quoted.map((one) => one?.textContent)).toEqual(["前の文", "次の文"]);
});

test.each(["en", "ja"] as const)("case shows replaced pictures: %s", (language) => {
  const picture = { url: "/media/post-images/m/1.jpg", width: 4, height: 3, alt: "急須" };
  showCase(thingOf("post", after), language, { replaced_pictures: [picture] });
  const caption = screen.getByText(translate[language]("moderation.edited.replaced"));

  const figure = caption.closest("figure");
  expect(figure?.querySelector("img")?.getAttribute("src")).toBe(picture.url);
  expect(figure?.textContent).toContain("急須");
});

test.each(["en", "ja"] as const)("undo says that it was edited since: %s", (language) => {
  const act = { id: 7, action: "hide-post" as const, created_at: before, rule: null, note: null };
  renderForMember(<RecentActs acts={[{ ...act, thing: thingOf("post", later) }]} />, { language });

  expect(screen.getByText(note(language, "sinceDecision"))).toBeTruthy();
  expect(sentEdit()).toBe(later);
});

test("log shows the hidden text beside its undo", () => {
  const entry: LogEntry = {
    id: 7,
    created_at: before,
    action: "hide-post",
    made_by: "m",
    made_by_name: "Mori",
    subject: "post:1",
    post_id: 1,
    member_id: "m",
    member_name: "Alex",
    rule: null,
    note: null,
    former_member: null,
    can_undo: true,
    thing: thingOf("post", later),
  };
  renderForMember(<LogEntries page={{ entries: [entry], next: null }} />);

  expect(screen.getByText("お茶")).toBeTruthy();
  expect(screen.getByText(note("ja", "sinceDecision"))).toBeTruthy();
  expect(sentEdit()).toBe(later);
});
