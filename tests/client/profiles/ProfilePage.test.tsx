// @vitest-environment jsdom
/** A profile says what its member wants to be said, and nothing more. */
import { cleanup, screen } from "@testing-library/react";
import { afterEach, describe, expect, test } from "vitest";
import MemberPage from "../../../client/profiles/MemberPage.tsx";
import ProfilePage from "../../../client/profiles/ProfilePage.tsx";
import { hana } from "../sessions/member.ts";
import { draw, say } from "../sessions/surroundings.tsx";

afterEach(cleanup);

const own = (path = "/ja/profile") =>
  draw(<ProfilePage />, { path, preloaded: [{ query: "me", params: {}, data: hana }] });

const { email: _, ...rest } = hana;

describe("one's own", () => {
  test("has the initial, the name, the real join date and the favourites", () => {
    const { container } = own();

    expect(container.querySelector(".avatar-large")?.textContent).toBe("茶");
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("茶畑 はな");
    expect(screen.getByText("2026年1月5日に参加")).toBeTruthy();
    expect(screen.getByText("玉露")).toBeTruthy();
    expect(screen.getByRole("link", { name: "おくみどり" }).getAttribute("href")).toBe(
      "/ja/cultivars/okumidori",
    );
  });

  test("has two tabs, each with an address, a count and words while it is empty", () => {
    own();
    const tabs = screen.getAllByRole("link", { name: /投稿 \d$/ });
    expect(tabs.map((tab) => tab.getAttribute("href"))).toEqual([
      "/ja/profile",
      "/ja/profile?tab=liked",
    ]);
    expect(screen.getByText(say.ja("profile.empty.posts.title"))).toBeTruthy();

    cleanup();
    own("/ja/profile?tab=liked");

    expect(screen.getByText(say.ja("profile.empty.liked.title"))).toBeTruthy();
  });
});

describe("another member's", () => {
  const params = { id: hana.id };
  const open = (data: typeof rest | null, viewer = null) =>
    draw(<MemberPage />, {
      page: "member",
      params,
      path: `/ja/members/${hana.id}`,
      viewer,
      preloaded: [{ query: "member", params, data }],
    });

  test("shows no way to edit it", () => {
    open(rest);

    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("茶畑 はな");
    expect(screen.queryByRole("link", { name: say.ja("profile.edit") })).toBeNull();
  });

  test("that is not there says so", () => {
    open(null);

    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(
      say.ja("member.notFound.title"),
    );
  });
});
