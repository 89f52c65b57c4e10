// @vitest-environment jsdom
/** Search for members: the form, cards, an empty result, a failure and the next page. */
import { cleanup, screen, within } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { Viewer } from "../../../../client/page/payload.ts";
import type { MemberPage } from "../../../../client/wire/types.generated.ts";
import { author } from "../../community/posts.ts";
import { testLoaders, visit } from "../../renderPage.tsx";
import { eachLanguage, translate } from "../../messages.ts";

const card: MemberPage["members"][number] = {
  member: author,
  bio: "宇治",
  favorite_tea_type: "gyokuro",
  favorite_tea_variety: "saemidori",
  posts_count: 2,
  is_followed: true,
};

afterEach(cleanup);

describe.each(eachLanguage)("member search in %s", (language) => {
  const t = translate[language];
  const address = language === "ja" ? "/ja/search/members" : "/search/members";

  const open = (
    membersFound: MemberPage | null,
    search = "?q=hana",
    viewer: Viewer | null = null,
  ) => visit(address + search, { ...testLoaders, membersFound: async () => membersFound }, viewer);

  test("without a search has only the form, which sends the name to the same address", async () => {
    await open({ members: [], next: null }, "");

    const field = screen.getByRole<HTMLInputElement>("searchbox", { name: t("members.label") });
    expect(field.form?.getAttribute("action")).toBe(address);
    expect([field.form?.method, field.name]).toEqual(["get", "q"]);
    expect(screen.queryByRole("heading", { name: t("members.results") })).toBeNull();
  });

  test("names each member found, with bio, favourites, number of posts and a way to follow", async () => {
    await open({ members: [card], next: null });

    const found = within(screen.getByRole("main")).getByRole("listitem");
    const name = within(found).getByRole("link", { name: author.display_name });
    expect(name.getAttribute("href")?.endsWith(`/members/${author.id}`)).toBe(true);
    expect(within(found).getByText("宇治").lang).toBe("ja");
    expect(found.textContent).toContain(t("members.posts", { count: "2" }));
    expect(found.textContent).toContain(
      language === "ja" ? "玉露、さえみどり" : "Gyokuro, Saemidori",
    );
    const follow = within(found).getByRole("link", {
      name: t("app.follow"),
      description: author.display_name,
    });
    expect(follow.getAttribute("href")).toContain(`account?follow=member:${author.id}#following`);
  });

  test("marks a followed member without a request of its own", async () => {
    const request = vi.spyOn(globalThis, "fetch");
    await open({ members: [card], next: null }, "?q=hana", { ...author, id: "alex", language });

    const follow = await screen.findByRole("button", { name: t("app.follow") });

    expect(follow.getAttribute("aria-pressed")).toBe("true");
    expect(request.mock.calls.filter(([path]) => String(path).includes("follows"))).toEqual([]);
  });

  test("has no follow button for the reader's own card", async () => {
    await open({ members: [card], next: null }, "?q=hana", { ...author, language });

    expect(screen.queryByRole("link", { name: t("app.follow") })).toBeNull();
    expect(screen.queryByRole("button", { name: t("app.follow") })).toBeNull();
  });

  test("has a status for no result and an alert for a failure", async () => {
    await open({ members: [], next: null });
    expect(screen.getByText(t("members.none", { search: "hana" })).role).toBe("status");
    cleanup();

    await open(null);

    expect(screen.getByRole("alert").textContent).toBe(t("members.failed"));
  });

  test.each([
    ["more", [card]],
    ["further", []],
  ] as const)("continues by a link: %s", async (key, members) => {
    await open({ members, next: "WzBd" });

    const more = screen.getByRole("link", { name: t(`members.${key}`) });
    expect(more.getAttribute("href")).toBe(`${address}?q=hana&after=WzBd`);
    expect(screen.queryByText(t("members.none", { search: "hana" }))).toBeNull();
  });
});
