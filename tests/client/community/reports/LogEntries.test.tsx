// @vitest-environment jsdom
/** Complete log of moderation: entries with links that filter, and a form without scripts. */
import { cleanup, screen, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { LogEntries } from "../../../../client/community/reports/LogEntries.tsx";
import type { LogEntry } from "../../../../client/wire/types.generated.ts";
import routes from "../../../../shared/routes.json" with { type: "json" };
import { renderInPage } from "../../renderPage.tsx";
import { eachLanguage, translate } from "../../messages.ts";

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
    renderInPage(<LogEntries page={{ entries: [entry], next: 7 }} />, {
      language,
      path: `${log}?by=mori`,
    });
    const t = translate[language];
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

test("entry without a moderator names none", () => {
  const own = { ...entry, made_by: null, made_by_name: null };
  renderInPage(<LogEntries page={{ entries: [own], next: null }} />, { language: "en" });

  const [item] = screen.getAllByRole("listitem");
  expect(item?.textContent).not.toContain(translate.en("moderationLog.filter.by"));
  expect(item?.textContent).toContain("Alex Leaf");
});

test("form keeps the filter of the address and needs no script", () => {
  const path = "/moderation/log?by=mori";
  const { container } = renderInPage(<LogEntries page={{ entries: [], next: null }} />, {
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
  expect(within(container).getByText(translate.en("moderationLog.noEntries"))).toBeDefined();
});

test("entry that can be undone has a form for it, others have none", () => {
  const hidden: LogEntry = { ...entry, id: 8, action: "hide-post", can_undo: true };
  renderInPage(<LogEntries page={{ entries: [hidden, entry], next: null }} />, { language: "ja" });
  const buttons = screen.getAllByRole<HTMLButtonElement>("button", {
    name: translate.ja("moderation.acts.undo"),
    hidden: true,
  });

  expect(buttons.map((one) => one.form?.getAttribute("action"))).toEqual([
    "/api/moderation/entries/8/undo/form?language=ja&page=log",
  ]);
});

test("undo returns to the filtered log, which shows its outcome", () => {
  const hidden: LogEntry = { ...entry, action: "hide-post", can_undo: true };
  const list = { entries: [hidden], next: 7 };
  renderInPage(<LogEntries page={list} />, {
    path: "/moderation/log?by=mori&done=undo",
    language: "en",
  });
  const t = translate.en;

  expect(screen.getByRole("status").textContent).toBe(t("moderation.undone"));
  expect(document.querySelector(".undo-form")?.getAttribute("action")).toBe(
    "/api/moderation/entries/7/undo/form?language=en&page=log&by=mori",
  );
  const older = screen.getByRole("link", { name: t("moderationLog.older") });
  expect(older.getAttribute("href")).toBe("/moderation/log?by=mori&before=7");
  cleanup();

  const query = "by=mori&error=moderation.errors.undo&undo=7&note=Sorry";
  renderInPage(<LogEntries page={list} />, { path: `/moderation/log?${query}`, language: "en" });
  expect(screen.getByRole("alert").textContent).toContain(t("moderation.errors.undo"));
  expect(document.querySelector("details")?.open).toBe(true);
  const toForm = screen.getByRole("link", { name: t("moderation.toForm") });
  expect(document.querySelector(toForm.getAttribute("href") ?? "")).not.toBeNull();
});

test.each([
  ["grant-role", { role: "moderator" }, "Moderator", "担当者"],
  ["suspend", { until: "2026-12-04" }, "Ends on December 4, 2026", "2026年12月4日に解除"],
  ["suspend", {}, "Without an end", "期限なし"],
  ["reset-profile", { parts: ["name", "bio"] }, "Display name, Bio", "表示名、自己紹介"],
  ["list-word", { word: "買え" }, "Word: “買え”", "言葉：「買え」"],
  ["accept-correction", { edition: "2.5.0" }, "Edition 2.5.0", "第2.5.0版"],
] as const)("entry says what was decided: %s %o", (action, details, en, ja) => {
  const one = { ...entry, action, details };
  for (const [language, text] of [["en", en] as const, ["ja", ja] as const]) {
    renderInPage(<LogEntries page={{ entries: [one], next: null }} />, { language });
    expect(screen.getByText(text)).toBeDefined();
    cleanup();
  }
});

test.each(eachLanguage)("entry of a move names both categories in %s", (language) => {
  const moved = {
    ...entry,
    action: "move-post",
    details: { before: "review", category: "culture" },
  };
  renderInPage(<LogEntries page={{ entries: [moved], next: null }} />, { language });
  const t = translate[language];

  const names = { before: t("post.category.review"), after: t("post.category.culture") };
  expect(screen.getByText(t("moderationLog.details.moved", names))).toBeDefined();
});

test("page of the log loads the messages of an undo and the names of categories", () => {
  const { query, messages } = routes.moderationLog;

  expect(query).toEqual(expect.arrayContaining(["done", "error", "undo", "note"]));
  expect(messages).toEqual(expect.arrayContaining(["post", "members/forms"]));
});
