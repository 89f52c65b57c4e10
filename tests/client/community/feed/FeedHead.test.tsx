// @vitest-environment jsdom
/** Head of the feed: canonical, robots and title. */
import { cleanup, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fakeHost, type Replies } from "../../accounts/sessions/fakeHost.ts";
import { visit } from "../../renderPage.tsx";
import { aPostPage, somePosts } from "../posts.ts";

/** Cursor of a list that continues after post 34. */
const cursor = "WyJuZXdlc3QiLFsxNzk1Mjk5MTgyOTAyNjMxLDM0XV0";

const headTag = (selector: string, attribute: string) =>
  document.head.querySelector(selector)?.getAttribute(attribute);

async function open(path: string, replies: Replies = {}) {
  fakeHost(replies);
  await visit(path);
}

beforeEach(() => {
  HTMLElement.prototype.scrollIntoView = vi.fn();
});
afterEach(cleanup);

test.each([
  ["/community", "/community", "index,follow"],
  ["/community?category=shop", "/community?category=shop", "index,follow"],
  ["/community?category=shop&page=2", "/community?category=shop&page=2", "index,follow"],
  [`/community?after=${cursor}`, `/community?after=${cursor}`, "index,follow"],
  ["/community?category=shop&after=abc", "/community?category=shop", "index,follow"],
  ["/community?category=shop&rating=4", "/community?category=shop", "noindex,follow"],
  ["/community?sort=popular", "/community", "noindex,follow"],
  ["/community?search=yuzu&page=2", "/community", "noindex,follow"],
  ["/community?new=12", "/community", "index,follow"],
])("feed head of %s has canonical %s and robots %s", async (path, canonical, robots) => {
  await open(path);

  expect(headTag("link[rel=canonical]", "href")).toBe(`https://chanoki.example${canonical}`);
  expect(headTag("meta[name=robots]", "content")?.startsWith(robots)).toBe(true);
});

test("feed title with a cursor names the post number", async () => {
  await open(`/community?after=${cursor}`);

  expect(document.title).toContain("Community, posts before no. 34");
});

test("feed title with a cursor and a page names both", async () => {
  await open(`/community?after=${cursor}&page=2`, {
    [`GET /api/posts?after=${cursor}&limit=20`]: { body: aPostPage({ posts: somePosts(12) }) },
  });

  await waitFor(() => expect(document.title).toContain("posts before no. 34, page 2"));
  expect(headTag("meta[name=robots]", "content")).toContain("index,follow");
});

test("feed without a post after its cursor is not indexed and canonical without the cursor", async () => {
  await open(`/community?category=shop&after=${cursor}`, {
    [`GET /api/posts?category=shop&after=${cursor}&limit=10`]: { body: aPostPage({ posts: [] }) },
  });

  await waitFor(() => expect(headTag("meta[name=robots]", "content")).toBe("noindex,follow"));
  const canonical = "https://chanoki.example/community?category=shop";
  expect(headTag("link[rel=canonical]", "href")).toBe(canonical);
  expect(document.title).toContain("Shop – Community, posts before no. 34");
});

test("feed title names the active filters", async () => {
  await open("/community?category=review&rating=4&tea_type=sencha");

  expect(document.title).toContain("4 stars or more, Sencha");
});

test("feed title does not offer more than the highest rating", async () => {
  await open("/community?category=review&rating=5");

  expect(document.title).toContain(": 5 stars");
  expect(document.title).not.toContain("or more");
});

test("feed title says that only followed posts are listed", async () => {
  await open("/community?following=1&search=yuzu");

  expect(document.title).toContain("Community: Following, yuzu");
  expect(headTag("meta[name=robots]", "content")).toBe("noindex,follow");
});

test("names the cultivar of a list of its reviews", async () => {
  await open("/community?category=review&tea_variety=saemidori&rating=4");

  expect(document.title).toContain("Reviews of Saemidori: 4 stars or more");
});
