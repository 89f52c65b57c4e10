// @vitest-environment jsdom
/** Own profile and public member page. */
import { cleanup, screen } from "@testing-library/react";
import { afterEach, describe, expect, test } from "vitest";
import MemberPage from "../../../../client/accounts/profiles/MemberPage.tsx";
import ProfilePage from "../../../../client/accounts/profiles/ProfilePage.tsx";
import { aPostPage, somePosts } from "../../community/posts.ts";
import { hana } from "../sessions/member.ts";
import { searchOf } from "../../../../client/page/PageContext.ts";
import { renderForMember } from "../sessions/memberPage.tsx";
import { translate } from "../../messages.ts";

afterEach(cleanup);

const now = "2026-11-21T04:00:00Z";

const noPosts = aPostPage({ posts: [] });

/** Renders the own profile; as on the host, only the open tab has data. */
function renderOwnProfile(path = "/ja/profile", page = noPosts, member = hana) {
  const tab = searchOf(path).split("tab=")[1]?.split("&")[0] ?? "posts";
  return renderForMember(<ProfilePage />, {
    path,
    now,
    preloaded: [
      { query: "me", params: {}, data: member },
      { query: "myPosts", params: {}, data: tab === "posts" ? page : null },
      { query: "likedPosts", params: {}, data: tab === "liked" ? page : null },
      { query: "savedPosts", params: {}, data: tab === "saved" ? page : null },
      { query: "collections", params: {}, data: tab === "saved" ? { collections: [] } : null },
    ],
  });
}

const { email: _, ...publicProfile } = hana;

describe("own profile", () => {
  test("shows initial, name, join date and favourites", () => {
    const { container } = renderOwnProfile();

    expect(container.querySelector(".avatar-large")?.textContent).toBe("茶");
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("茶畑 はな");
    expect(screen.getByText("2026年1月5日に参加").title).toMatch(/^2026年1月5日 \d+:\d\d$/);
    expect(screen.getByText("玉露")).toBeTruthy();
    expect(screen.getByRole("link", { name: "おくみどり" }).getAttribute("href")).toBe(
      "/ja/cultivars/okumidori",
    );
  });

  test("has three tabs with address and empty state, two of them with a count", () => {
    renderOwnProfile();
    const tabs = screen.getAllByRole("link", { name: /^(投稿 \d|いいね \d|保存)$/ });
    expect(tabs.map((tab) => tab.getAttribute("href"))).toEqual([
      "/ja/profile",
      "/ja/profile?tab=liked",
      "/ja/profile?tab=saved",
    ]);
    expect(screen.getByText(translate.ja("profile.empty.posts.title"))).toBeTruthy();

    cleanup();
    renderOwnProfile("/ja/profile?tab=liked");

    expect(screen.getByText(translate.ja("profile.empty.liked.title"))).toBeTruthy();

    cleanup();
    renderOwnProfile("/ja/profile?tab=saved");

    expect(screen.getByText(translate.ja("profile.empty.saved.title"))).toBeTruthy();
  });
});

describe("profile tab", () => {
  const cards = () => document.querySelectorAll(".post-card");
  const more = () => screen.getByRole("link", { name: /^さらに/ });

  test("shows its posts, its count and a link to the next page", () => {
    const member = { ...hana, posts_count: 23 };
    renderOwnProfile(
      "/ja/profile?page=2",
      aPostPage({ posts: somePosts(20), next: "c", remaining: 3 }),
      member,
    );

    expect(cards()).toHaveLength(20);
    expect(screen.getByRole("link", { name: "投稿 23" })).toBeTruthy();
    expect(more().textContent).toBe("さらに3件を表示（残り3件）");
    expect(more().getAttribute("href")).toBe("/ja/profile?page=3#page-3");
    expect(document.getElementById("page-2")?.contains(cards()[10] ?? null)).toBe(true);
  });

  test("link to the next page keeps the tab parameter", () => {
    renderOwnProfile(
      "/ja/profile?tab=liked",
      aPostPage({ next: "c", remaining: 100, remaining_is_more: true }),
    );

    expect(more().getAttribute("href")).toBe("/ja/profile?tab=liked&page=2#page-2");
    expect(more().textContent).toBe("さらに10件を表示（残り100件以上）");
  });

  test("link after page ten continues with a cursor", () => {
    const page = aPostPage({ posts: somePosts(100), next: "cursor", remaining: 9 });
    renderOwnProfile("/ja/profile?tab=liked&page=10", page);

    expect(more().getAttribute("href")).toBe("/ja/profile?tab=liked&after=cursor#page-1");
  });

  test("says when all posts are shown", () => {
    renderOwnProfile("/ja/profile", aPostPage());

    expect(screen.getByText(translate.ja("profile.allShown"))).toBeTruthy();
  });
});

describe("member page", () => {
  const params = { id: hana.id };
  const open = (data: typeof publicProfile | null, viewer = null) =>
    renderForMember(<MemberPage />, {
      page: "member",
      params,
      path: `/ja/members/${hana.id}`,
      viewer,
      now,
      preloaded: [
        { query: "member", params, data },
        { query: "memberPosts", params, data: aPostPage() },
        { query: "shared", params, data: { collections: [], cultivars: [] } },
      ],
    });

  test("has no edit link", () => {
    open(publicProfile);

    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("茶畑 はな");
    expect(screen.queryByRole("link", { name: translate.ja("profile.edit") })).toBeNull();
  });

  test("shows the member's posts and their count", () => {
    open({ ...publicProfile, posts_count: 10 });

    expect(document.querySelectorAll(".post-card")).toHaveLength(10);
    expect(screen.getByRole("heading", { level: 2 }).textContent).toBe("投稿 10");
  });

  test.each([
    [2, "noindex,follow"],
    [3, "index,follow,max-image-preview:large,max-snippet:-1"],
  ])("with %i posts has robots meta %s", (posts_count, robots) => {
    open({ ...publicProfile, posts_count });

    const tag = document.querySelector<HTMLMetaElement>("meta[name=robots]");

    expect(tag?.content).toBe(robots);
  });

  test("without a text about the member has a description with the name", () => {
    open({ ...publicProfile, bio: null });

    const tag = document.querySelector<HTMLMetaElement>("meta[name=description]");
    expect(tag?.content).toBe(translate.ja("member.meta.ofMember", { name: "茶畑 はな" }));
  });

  test("shows the not-found heading for a missing member", () => {
    open(null);

    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(
      translate.ja("member.notFound.title"),
    );
  });
});
