// @vitest-environment jsdom
/** Complete log of moderation: entries with links that filter, and a form without scripts. */
import { cleanup, screen, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { LogEntries } from "../../../../client/community/reports/LogEntries.tsx";
import type { LogEntry } from "../../../../client/wire/types.generated.ts";
import { draw } from "../../renderPage.tsx";
import { eachLanguage, say } from "../../words.ts";

const entry: LogEntry = {
  id: 7,
  created_at: "2026-11-21T04:00:00Z",
  action: "remove-comment",
  made_by: "mori",
  made_by_name: "Mori",
  subject: "comment:5",
  post_id: 12,
  member_id: "alex",
  member_name: "Alex Leaf",
  rule: "rude",
  note: "An insult",
  former_member: null,
};

afterEach(cleanup);

test.each(eachLanguage)(
  "links each entry to its member, moderator, thing and post in %s",
  (language) => {
    const prefix = language === "ja" ? "/ja" : "";
    const log = `${prefix}/moderation/log`;
    draw(<LogEntries page={{ entries: [entry], next: 7 }} />, { language, path: `${log}?by=mori` });
    const t = say[language];
    const address = (name: string) => screen.getByRole("link", { name }).getAttribute("href");

    expect(screen.getByText(t("moderationLog.actions.remove-comment"))).toBeDefined();
    expect(screen.getByText(t("report.reasons.rude"))).toBeDefined();
    expect(screen.getByText("An insult")).toBeDefined();
    expect(address("Mori")).toBe(`${log}?by=mori`);
    expect(address("Alex Leaf")).toBe(`${log}?member=alex`);
    expect(address("comment:5")).toBe(`${log}?subject=comment%3A5`);
    expect(address(t("moderationLog.post"))).toBe(`${prefix}/post/12`);
    expect(address(t("moderationLog.older"))).toBe(`${log}?by=mori&before=7`);
  },
);

test("form keeps the filter of the address and needs no script", () => {
  const path = "/moderation/log?by=mori";
  const { container } = draw(<LogEntries page={{ entries: [], next: null }} />, {
    language: "en",
    path,
  });
  const form = container.querySelector("form");

  expect(form?.getAttribute("action")).toBe("/moderation/log");
  expect(form && [...new FormData(form)]).toEqual([
    ["member", ""],
    ["by", "mori"],
    ["subject", ""],
  ]);
  expect(within(container).getByText(say.en("moderationLog.noEntries"))).toBeDefined();
});

test("act that can be undone has the form of the undo, others have none", () => {
  const hidden: LogEntry = { ...entry, id: 8, action: "hide-post", can_undo: true };
  draw(<LogEntries page={{ entries: [hidden, entry], next: null }} />, { language: "ja" });
  const buttons = screen.getAllByRole<HTMLButtonElement>("button", {
    name: say.ja("moderation.acts.undo"),
    hidden: true,
  });

  expect(buttons.map((one) => one.form?.getAttribute("action"))).toEqual([
    "/api/moderation/entries/8/undo/form?language=ja",
  ]);
});
