// @vitest-environment jsdom
/** Refusals that each form of the account pages can get: the message of each page. */
import { cleanup, screen } from "@testing-library/react";
import type { ComponentType } from "react";
import { afterEach, describe, expect, test } from "vitest";
import { DecisionList } from "../../../../client/accounts/profiles/account/DecisionList.tsx";
import { FollowSection } from "../../../../client/accounts/profiles/account/FollowSection.tsx";
import { HiddenSection } from "../../../../client/accounts/profiles/account/HiddenSection.tsx";
import { SharingSection } from "../../../../client/accounts/profiles/account/SharingSection.tsx";
import SuspendedPage from "../../../../client/accounts/suspended/SuspendedPage.tsx";
import { Outcome } from "../../../../client/community/collections/Outcome.tsx";
import LetterEndPage from "../../../../client/community/letters/LetterEndPage.tsx";
import { NotificationChoices } from "../../../../client/community/letters/NotificationChoices.tsx";
import ReportPage from "../../../../client/community/reports/ReportPage.tsx";
import RolesPage from "../../../../client/community/reports/RolesPage.tsx";
import type { Preloaded } from "../../../../client/page/payload.ts";
import { renderForMember } from "../sessions/memberPage.tsx";
import { eachLanguage, translate } from "../../messages.ts";

const decision = {
  id: 3,
  action: "warn",
  rule: "spam",
  note: null,
  post_id: null,
  created_at: "2026-11-20T01:00:00Z",
  by_same_moderator: false,
  parts: [],
  appeal: null,
  can_appeal: false,
} as const;

const preloaded: readonly Preloaded[] = [
  { query: "decisions", params: {}, data: [decision] },
  { query: "follows", params: {}, data: { follows: [], asked: null } },
  { query: "hidden", params: {}, data: { members: [], words: [], categories: [], asked: null } },
  {
    query: "sharing",
    params: {},
    data: { favourites: false, followed_cultivars: false, collections: [] },
  },
  {
    query: "notificationSettings",
    params: {},
    data: { choices: {}, is_letter_offered: false, email: null, consented_at: null },
  },
  { query: "roles", params: {}, data: { holders: [] } },
  { query: "suspension", params: {}, data: null },
  {
    query: "reported",
    params: {},
    data: {
      kind: "post",
      subject: "post:1",
      text: "宣伝",
      author: null,
      member_id: null,
      post_id: 1,
    },
  },
];

/** Forms of the account page: the query parameter with the outcome, and the component of the form. */
const forms: readonly (readonly [string, ComponentType])[] = [
  ["appeal", DecisionList],
  ["follows", FollowSection],
  ["hidden", HiddenSection],
  ["sharing", SharingSection],
  ["collections", Outcome],
  ["choices", NotificationChoices],
  ["error", RolesPage],
];

/** `forms`, and forms of other pages, each with its page. */
const withPages: readonly (readonly [string, ComponentType, "account" | "report" | "suspended"])[] =
  [
    ...forms.map(([name, section]) => [name, section, "account"] as const),
    ["error", ReportPage, "report"],
    ["error", SuspendedPage, "suspended"],
  ];

/** `withPages`, and the page that ends weekly letters, which has one message for all other refusals. */
const onEveryPage = [...withPages, ["error", LetterEndPage, "letterEnd"]] as const;

afterEach(cleanup);

describe.each(eachLanguage)("refusals of forms in %s", (language) => {
  const t = translate[language];
  const open = (
    Section: ComponentType,
    query: string,
    page: "account" | "report" | "suspended" | "letterEnd" = "account",
  ) => {
    renderForMember(<Section />, { page, language, path: `/account?${query}`, preloaded });
    return screen.getByRole("alert").textContent;
  };

  test.each(forms)("%s says that another member or no member is signed in", (name, section) => {
    expect(open(section, `${name}=anotherMember`)).toBe(t("forms.anotherMember"));
    cleanup();
    expect(open(section, `${name}=required`)).toBe(t("forms.required"));
  });

  test.each(onEveryPage)(
    "%s says that the form was too large or unreadable",
    (name, section, page) => {
      expect(open(section, `${name}=tooLarge`, page)).toBe(t("forms.tooLarge"));
      cleanup();
      expect(open(section, `${name}=unreadable`, page)).toBe(t("forms.unreadable"));
    },
  );

  test.each(forms.slice(1))("%s says how long to wait", (name, section) => {
    expect(open(section, `${name}=tooManyRequests&wait=31`)).toBe(
      t("app.tooManyRequests", { count: 31 }),
    );
    cleanup();
    expect(open(section, `${name}=tooManyRequests&wait=541`)).toBe(
      t("app.tooManyRequestsLong", { minutes: 10 }),
    );
    cleanup();
    expect(open(section, `${name}=tooManyRequests&wait=x`)).toBe(
      t("app.tooManyRequests", { count: 60 }),
    );
  });

  test("the pages of appeals, suspended members and reports say how many minutes to wait", () => {
    const wait = "wait&wait=541";
    expect(open(DecisionList, "appeal=tooManyRequests&wait=541")).toBe(
      t("account.appeal.errors.tooManyRequests", { minutes: 10 }),
    );
    cleanup();
    expect(open(SuspendedPage, `error=${wait}`, "suspended")).toBe(
      t("suspended.errors.wait", { minutes: 10 }),
    );
    cleanup();
    expect(open(SuspendedPage, `export=${wait}`, "suspended")).toBe(
      t("account.download.wait", { minutes: 10 }),
    );
    cleanup();
    expect(open(ReportPage, "error=app.tooManyRequests&wait=x", "report")).toBe(
      t("report.errors.tooMany", { minutes: 1 }),
    );
  });

  test.each(withPages)(
    "%s has one message for unknown codes, also for names of object properties",
    (name, section, page) => {
      const unknown = open(section, `${name}=nonsense`, page);
      cleanup();

      expect(unknown).not.toContain("nonsense");
      expect(open(section, `${name}=toString`, page)).toBe(unknown);
      cleanup();
      expect(open(section, `${name}=constructor`, page)).toBe(unknown);
    },
  );

  test("hidden says that the member to block is no longer here", () => {
    expect(open(HiddenSection, "hidden=gone")).toBe(t("hidden.errors.gone"));
  });

  test("code with the prefix of the API has the same message", () => {
    expect(open(RolesPage, "error=app.anotherMember")).toBe(t("forms.anotherMember"));
  });
});
