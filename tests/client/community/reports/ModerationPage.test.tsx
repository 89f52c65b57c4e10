// @vitest-environment jsdom
/** Queue of moderators: order of appeals and cases, keys j and k, reports, further pages. */
import { cleanup, screen, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { queries } from "../../../../client/app/hostQueries.ts";
import ModerationPage from "../../../../client/community/reports/ModerationPage.tsx";
import type { PageReport } from "../../../../client/page/PageContext.ts";
import type { AppealView, CaseView } from "../../../../client/wire/types.generated.ts";
import { fakeHost } from "../../accounts/sessions/fakeHost.ts";
import { renderForMember } from "../../accounts/sessions/memberPage.tsx";
import { translate } from "../../messages.ts";

afterEach(cleanup);

const caseOf = (number: number): CaseView => ({
  subject: `post:${number}`,
  kind: "post",
  thing: null,
  member_id: "m",
  author: "Alex",
  reports: [],
  seen: number,
  earlier: 0,
});

test("keys move between the cases from a radio button and a box, but not from a text", async () => {
  const cases = { cases: [caseOf(1), caseOf(2)], total: 2, acts: [] };
  const { user } = renderForMember(<ModerationPage />, {
    page: "moderation",
    path: "/ja/moderation",
    preloaded: [
      { query: "cases", params: {}, data: cases },
      { query: "appeals", params: {}, data: null },
    ],
  });
  const [first, second] = screen.getAllByRole("article");
  if (!first || !second) throw new Error("two cases expected");

  await user.click(within(first).getAllByRole("radio")[0] ?? first);
  await user.keyboard("j");
  expect(document.activeElement).toBe(second);

  await user.click(second.querySelector("[name=everything]") ?? first);
  await user.keyboard("k");
  expect(document.activeElement).toBe(first);

  const [note = null] = first.querySelectorAll<HTMLInputElement>("[name=note]");
  await user.type(note ?? first, "jk");
  expect([document.activeElement, note?.value]).toEqual([note, "jk"]);
});

const appeal: AppealView = {
  entry_id: 8,
  action: "warn",
  post_id: null,
  decided_at: "2026-11-21T03:30:00Z",
  created_at: "2026-11-21T03:30:00Z",
  member_id: "m",
  member_name: "Hana",
  rule: null,
  reason: null,
  note: "お茶の話です",
  thing: null,
  may_answer: true,
  is_own_decision: false,
};

test.each(["en", "ja"] as const)(
  "open appeals come first, numbered and by keys: %s",
  async (language) => {
    const act = {
      id: 7,
      action: "warn" as const,
      created_at: appeal.created_at,
      rule: null,
      note: null,
    };
    const cases = { cases: [caseOf(1)], total: 1, acts: [{ ...act, thing: null }] };
    const { user } = renderForMember(<ModerationPage />, {
      page: "moderation",
      language,
      path: language === "ja" ? "/ja/moderation" : "/moderation",
      preloaded: [
        { query: "cases", params: {}, data: cases },
        { query: "appeals", params: {}, data: { appeals: [appeal] } },
      ],
    });
    const t = translate[language];

    const link = screen.getByRole("link", { name: t("moderation.appeals.open", { count: 1 }) });
    expect(document.querySelector(link.getAttribute("href") ?? "")?.textContent).toBe(
      t("moderation.appeals.title"),
    );
    const ids = screen.getAllByRole("article").map((one) => one.getAttribute("aria-labelledby"));
    expect(ids).toEqual(["appeal-8", "post-1", "act-7"]);

    await user.keyboard("j");
    expect(document.activeElement?.getAttribute("aria-labelledby")).toBe("appeal-8");
    await user.keyboard("jj");
    expect(document.activeElement?.getAttribute("aria-labelledby")).toBe("post-1");
  },
);

test.each(["en", "ja"] as const)(
  "reported member is not called an author, and has the shared collections: %s",
  (language) => {
    const thing = { subject: "member:m", kind: "member", post_id: null, member_id: "m" } as const;
    const reported = { ...thing, author: "Alex Leaf", text: "", images: [], collections: ["煎茶"] };
    const one: CaseView = { ...caseOf(1), subject: "member:m", kind: "member", thing: reported };
    renderForMember(<ModerationPage />, {
      page: "moderation",
      language,
      path: "/moderation",
      preloaded: [
        { query: "cases", params: {}, data: { cases: [one], total: 1, acts: [] } },
        { query: "appeals", params: {}, data: null },
      ],
    });

    const name = language === "ja" ? "Alex Leafさん" : "Alex Leaf";
    expect(screen.getByRole("link", { name: /Alex Leaf/ }).textContent).toBe(name);
    screen.getByText(translate[language]("moderation.collections", { names: "煎茶" }));
  },
);

test("reported member who shares no collection has no line of shared ones", () => {
  const thing = { subject: "member:m", kind: "member", post_id: null, member_id: "m" } as const;
  const reported = { ...thing, author: "Alex Leaf", text: "", images: [], collections: [] };
  const one: CaseView = { ...caseOf(1), subject: "member:m", kind: "member", thing: reported };
  renderForMember(<ModerationPage />, {
    page: "moderation",
    path: "/ja/moderation",
    preloaded: [
      { query: "cases", params: {}, data: { cases: [one], total: 1, acts: [] } },
      { query: "appeals", params: {}, data: null },
    ],
  });

  const line = translate.ja("moderation.collections", { names: "" });
  expect(screen.queryByText(line, { exact: false })).toBeNull();
});

test("case shows its newest five reports, and the others once they are opened", () => {
  const reports = [...Array(12).keys()].map((number) => ({
    reason: "spam",
    note: `note ${number}`,
    contact: null,
    created_at: "2026-11-21T03:30:00Z",
    is_of_member: true,
  }));
  renderForMember(<ModerationPage />, {
    page: "moderation",
    language: "en",
    path: "/moderation",
    preloaded: [
      { query: "cases", params: {}, data: { cases: [{ ...caseOf(1), reports }], total: 1 } },
      { query: "appeals", params: {}, data: null },
    ],
  });

  const summary = screen.getByText(translate.en("moderation.moreReports", { count: 7 }));
  const isFolded = (note: string) => screen.getByText(note).closest("details") !== null;
  expect(summary.closest("details")?.open).toBe(false);
  expect(reports.filter(({ note }) => !isFolded(note))).toEqual(reports.slice(0, 5));
});

test("empty queue has a panel that explains the queue", () => {
  renderForMember(<ModerationPage />, {
    page: "moderation",
    path: "/ja/moderation",
    preloaded: [
      { query: "cases", params: {}, data: { cases: [], total: 0, acts: [] } },
      { query: "appeals", params: {}, data: null },
    ],
  });

  const heading = screen.getByRole("heading", { name: translate.ja("moderation.none") });
  expect(heading.parentElement?.textContent).toContain(translate.ja("moderation.noneBody"));
  expect(screen.getAllByText(translate.ja("moderation.none"))).toHaveLength(1);
});

test("reported post is shown with its short fields and the descriptions of its pictures", () => {
  const image = { url: "/media/post-images/m/1.jpg", width: 9, height: 9, alt: "急須の写真" };
  const fields = [{ name: "shop_name", text: "茶舗" }] as const;
  const thing = { subject: "post:1", kind: "post", post_id: 1, member_id: "m" } as const;
  const reported = { ...thing, author: "Alex", text: "", images: [image], fields };
  renderForMember(<ModerationPage />, {
    page: "moderation",
    path: "/ja/moderation",
    preloaded: [
      {
        query: "cases",
        params: {},
        data: { cases: [{ ...caseOf(1), thing: reported }], total: 1, acts: [] },
      },
      { query: "appeals", params: {}, data: null },
    ],
  });

  const field = screen.getByText(translate.ja("moderation.fields.shop_name")).parentElement;
  expect(field?.textContent).toContain("茶舗");
  for (const text of ["茶舗", "急須の写真"]) expect(screen.getByText(text).lang).toBe("ja");
});

test("further page of the queue has no appeals and acts, and links to the first and the next", () => {
  const act = { id: 7, action: "warn" as const, created_at: "2026-11-21T03:30:00Z", rule: null };
  const acts = [{ ...act, note: null, thing: null }];
  const cases = { cases: [caseOf(1)], total: 90, acts, next: "later" };
  const path = "/ja/moderation?after=here";
  renderForMember(<ModerationPage />, {
    page: "moderation",
    path,
    preloaded: [
      { query: "cases", params: {}, data: cases },
      { query: "appeals", params: {}, data: { appeals: [appeal] } },
    ],
  });

  const address = (name: string) => screen.getByRole("link", { name }).getAttribute("href");
  expect(address(translate.ja("moderation.more"))).toBe("/ja/moderation?after=later");
  expect(address(translate.ja("moderation.first"))).toBe("/ja/moderation");
  expect(document.querySelectorAll("#appeals, #acts")).toHaveLength(0);
  const [form] = document.querySelectorAll("form");
  expect(form?.getAttribute("action")).toContain("after=here");
});

test("page has status 404 for members without a role, and says who may see it", () => {
  const report: PageReport = {
    status: 200,
    title: "",
    description: "",
    canonical: undefined,
    isListed: true,
  };
  renderForMember(<ModerationPage />, {
    page: "moderation",
    path: "/ja/moderation",
    report,
    preloaded: [
      { query: "cases", params: {}, data: null },
      { query: "appeals", params: {}, data: null },
    ],
  });

  expect(screen.getByText(translate.ja("moderation.unknown.body"))).toBeDefined();
  expect(report.status).toBe(404);
});

test("further page asks the host for the cases of its address", async () => {
  const cases = { cases: [], total: 0, acts: [] };
  fakeHost({ "GET /api/moderation/cases?after=here": { body: cases } });

  await expect(queries.cases("ja", {}, "?after=here")).resolves.toEqual(cases);
});
