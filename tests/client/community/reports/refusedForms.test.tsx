// @vitest-environment jsdom
/** Refused forms in the queue of moderators: message of the refusal, and fields filled again. */
import { cleanup, screen, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import ModerationPage from "../../../../client/community/reports/ModerationPage.tsx";
import type { AppealView, CaseView, RecentAct } from "../../../../client/wire/types.generated.ts";
import { renderForMember } from "../../accounts/sessions/memberPage.tsx";
import { translate } from "../../messages.ts";

afterEach(cleanup);

const thing = {
  post_id: 1,
  member_id: null,
  author: null,
  text: "宣伝",
  held: null,
  is_deleted: false,
  images: [],
  filled: ["name", "picture"],
} as const;
const kinds = ["post", "member", "cultivar"] as const;
const cases: CaseView[] = kinds.map((kind, seen) => ({
  subject: `${kind}:1`,
  kind,
  thing: { ...thing, kind, subject: `${kind}:1`, filled: ["name", "picture"] },
  reports: [],
  seen,
  earlier: 0,
}));
const created_at = "2026-11-21T03:30:00Z";
const act: RecentAct = { id: 7, action: "warn", created_at, rule: null, note: null, thing: null };
const appeal: AppealView = {
  entry_id: 8,
  action: "warn",
  post_id: null,
  decided_at: created_at,
  created_at,
  member_id: "m",
  member_name: "Hana",
  rule: null,
  reason: null,
  note: "お茶の話です",
  thing: null,
  may_answer: true,
  is_own_decision: false,
};

/** Renders the queue at an address with this query. */
function show(query: Record<string, string>, language: "en" | "ja" = "ja") {
  const path = `${language === "ja" ? "/ja" : ""}/moderation?${new URLSearchParams(query)}`;
  renderForMember(<ModerationPage />, {
    page: "moderation",
    path,
    language,
    preloaded: [
      { query: "cases", params: {}, data: { cases, total: 3, acts: [act] } },
      { query: "appeals", params: {}, data: { appeals: [appeal] } },
    ],
  });
}

/** Returns the filled fields, as "name=value", in the form of a subject. */
function filled(subject: string): string[] {
  const hidden = document.querySelector<HTMLInputElement>(`[name=subject][value="${subject}"]`);
  const names = ["decision", "rule", "note", "days", "everything", "category", "edition", "parts"];
  return [...new FormData(hidden?.form ?? undefined)]
    .filter(([name, value]) => names.includes(name) && value !== "")
    .map(([name, value]) => `${name}=${value}`);
}

test.each(["en", "ja"] as const)("each refusal says what is wrong: %s", (language) => {
  const codes = {
    "createPost.errors.unknownChoice": "unknownChoice",
    "report.errors.note": "note",
    "report.errors.noteCharacters": "note",
    "moderation.errors.everything": "everything",
    "moderation.errors.days": "days",
    "moderation.errors.replaced": "replaced",
    "moderation.errors.decision": "decision",
    "postDetail.removed": "removed",
    "moderation.errors.unusedDays": "unusedDays",
    "moderation.errors.unusedCategory": "unusedCategory",
    "moderation.errors.unusedEdition": "unusedEdition",
    "moderation.errors.rule": "rule",
    "moderation.unknown": "failed",
  } as const;
  const params = { most: 0 };
  for (const [code, key] of Object.entries(codes)) {
    show({ error: code }, language);
    const expected = translate[language](`moderation.errors.${key}`, params).split("0")[0] ?? "";
    const alertText = screen.getByRole("alert").textContent;
    expect(alertText).toContain(expected);
    expect(alertText).not.toContain("{{");
    cleanup();
  }
});

test.each(["en", "ja"] as const)("another member who has signed in is named: %s", (language) => {
  show({ error: "app.anotherMember" }, language);

  expect(screen.getByRole("alert").textContent).toBe(translate[language]("forms.anotherMember"));
});

test("note that is refused for another reason has the message of its code", () => {
  show({ error: "report.errors.correction" });
  expect(screen.getByRole("alert").textContent).toBe(translate.ja("report.errors.correction"));
});

test("refused decision fills only its own form, without the chosen decision", () => {
  show({
    error: "moderation.errors.days",
    subject: "post:1",
    decision: "suspend",
    rule: "rude",
    note: "宣伝です",
    days: "4000",
    everything: "1",
    category: "culture",
  });

  expect(filled("post:1")).toEqual(["rule=rude", "category=culture", "note=宣伝です"]);
  expect(filled("member:1")).toEqual(["parts=name", "parts=picture", "rule=other"]);
});

test("refused parts and edition are filled again", () => {
  show({ error: "x", subject: "member:1", parts: "picture" });
  expect(filled("member:1")).toEqual(["parts=picture", "rule=other"]);
  cleanup();

  show({ error: "x", subject: "cultivar:1", edition: "2" });
  expect(filled("cultivar:1")).toEqual(["rule=other", "edition=2"]);
});

test("refused undo and answer to an appeal are filled again", () => {
  show({ error: "report.errors.note", undo: "7", note: "取り消し" });
  const undo = screen.getByLabelText<HTMLInputElement>(translate.ja("moderation.acts.note"));
  expect(undo.value).toBe("取り消し");
  cleanup();

  show({ error: "report.errors.note", entry_id: "8", outcome: "upheld", note: "きまりです" });
  const section = within(
    screen.getByRole("region", { name: translate.ja("moderation.appeals.title") }),
  );
  const upheld = section.getByLabelText<HTMLInputElement>(
    translate.ja("moderation.appeals.upheld"),
  );
  const note = section.getByLabelText<HTMLInputElement>(translate.ja("moderation.note"));
  expect([upheld.checked, note.value]).toEqual([false, "きまりです"]);
});

/** Returns the return path of the sign-in link. */
function pathAfterSignIn(): string {
  const link = screen.getByRole("link", { name: translate.ja("moderation.signIn") });
  const { pathname, searchParams } = new URL(link.getAttribute("href") ?? "", "https://x.test");
  expect(pathname).toBe("/api/auth/google");
  return searchParams.get("return") ?? "";
}

test.each([
  [{ subject: "post:1", rule: "spam", note: "宣伝 & 広告" }, "post-1"],
  [{ entry_id: "8", note: "きまりです" }, "appeal-8"],
  [{ undo: "7", note: "取り消し" }, "act-7"],
])("new sign-in returns to the filled form: %o", (typed, heading) => {
  show({ error: "moderation.errors.signInAgain", ...typed });

  const back = new URL(pathAfterSignIn(), "https://x.test");
  expect([back.pathname, back.hash]).toEqual(["/ja/moderation", `#${heading}`]);
  expect(Object.fromEntries(back.searchParams)).toEqual(typed);
  const toForm = screen.getByRole("link", { name: translate.ja("moderation.toForm") });
  expect(document.querySelector(toForm.getAttribute("href") ?? "")).not.toBeNull();
});

test.each(["茶".repeat(220), "a \\ b"])(
  "reason that is not allowed in a return path is left out: %s",
  (note) => {
    const typed = { subject: "post:1", rule: "rude" };
    show({ error: "moderation.errors.signInAgain", ...typed, note });

    const back = pathAfterSignIn();
    expect(back.length).toBeLessThan(2000);
    expect(Object.fromEntries(new URL(back, "https://x.test").searchParams)).toEqual(typed);
    expect(screen.getByRole("alert").textContent).toContain(note);
  },
);
