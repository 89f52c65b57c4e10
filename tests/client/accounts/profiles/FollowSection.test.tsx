// @vitest-environment jsdom
/** What a member follows on the account page: names, forms and outcomes. */
import { cleanup, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { FollowSection } from "../../../../client/accounts/profiles/account/FollowSection.tsx";
import type { FollowList } from "../../../../client/wire/types.generated.ts";
import { hana } from "../sessions/member.ts";
import { renderForMember } from "../sessions/memberPage.tsx";
import { translate } from "../../messages.ts";

const t = translate.ja;
const since = "2026-11-20T01:00:00Z";
const follows: FollowList["follows"] = [
  { kind: "cultivar", id: "saemidori", name: null, created_at: since },
  { kind: "member", id: "alex", name: "Alex", created_at: since },
  { kind: "prefecture", id: "kyoto", name: null, created_at: since },
  { kind: "tea-type", id: "gyokuro", name: null, created_at: since },
];

afterEach(cleanup);

function open(list: Partial<FollowList>, path = "/ja/account") {
  return renderForMember(<FollowSection />, {
    page: "account",
    path,
    preloaded: [{ query: "follows", params: {}, data: { follows: [], asked: null, ...list } }],
  });
}

test("each follow has a name, a link to its page and a button that ends it", () => {
  open({ follows });

  const rows = screen.getAllByRole("listitem").map((row) => row.querySelector("a"));
  expect(rows.map((link) => link?.textContent)).toEqual(["さえみどり", "Alex", "京都府", "玉露"]);
  expect(rows.map((link) => link?.getAttribute("href"))).toEqual([
    "/ja/cultivars/saemidori",
    "/ja/members/alex",
    "/ja/prefectures/kyoto",
    "/ja/community?category=review&tea_type=gyokuro",
  ]);
  const [end] = screen.getAllByRole<HTMLButtonElement>("button", { name: /さえみどり/ });
  expect([end?.name, end?.value]).toEqual(["unfollow", "cultivar:saemidori"]);
  expect(end?.form?.getAttribute("action")).toBe("/api/account/follows/form?language=ja");
  expect(new FormData(end?.form ?? undefined).get("member")).toBe(hana.id);
});

test("subject in the address is offered unless it is followed already", () => {
  const asked = { kind: "cultivar", id: "saemidori", name: null } as const;
  open({ asked });
  const offer = screen.getByRole<HTMLButtonElement>("button", { name: t("app.follow") });
  expect([offer.name, offer.value]).toEqual(["follow", "cultivar:saemidori"]);
  cleanup();

  open({ asked, follows });

  expect(screen.queryByRole("button", { name: t("app.follow") })).toBeNull();
});

test("outcome of a form is a status, and an alert for a refusal", () => {
  open({}, "/ja/account?follows=saved");
  expect(screen.getByText(t("account.follows.saved")).getAttribute("role")).toBe("status");
  cleanup();

  open({}, "/ja/account?follows=many");

  const text = t("account.follows.errors.many", { most: 200 });
  expect(screen.getByText(text).getAttribute("role")).toBe("alert");
});
