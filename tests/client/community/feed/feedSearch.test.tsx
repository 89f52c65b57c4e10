// @vitest-environment jsdom
/** Search field of the feed: its text, its focus, and what is announced. */
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fakeHost } from "../../accounts/sessions/fakeHost.ts";
import { visit } from "../../renderPage.tsx";
import { translate } from "../../messages.ts";
import { aPostPage, somePosts } from "../posts.ts";

const t = translate.en;
const posts = somePosts(3);
const address = () => location.pathname + location.search;
const field = () => screen.getByRole<HTMLInputElement>("searchbox");
const categories = () =>
  within(screen.getByRole("navigation", { name: t("community.categories.label") }));
const announced = (text: string) =>
  waitFor(() => {
    const statuses = screen.getAllByRole("status").map(({ textContent }) => textContent);
    expect(statuses.map((one) => one?.replace("\u200b", ""))).toContain(text);
  });

beforeEach(() => {
  HTMLElement.prototype.scrollIntoView = vi.fn();
  fakeHost({
    "GET /api/posts?limit=10": { body: aPostPage({ posts }) },
    "GET /api/posts?search=yuzu&limit=10": { body: aPostPage({ posts: [] }) },
    "GET /api/posts?category=review&limit=10": { body: aPostPage({ posts }) },
    "GET /api/posts?category=review&rating=4&limit=10": { body: aPostPage({ posts }) },
    "GET /api/posts?category=review&rating=5&limit=10": { body: aPostPage({ posts }) },
    "GET /api/posts?category=review&rating=4&search=yuzu&limit=10": { body: aPostPage({ posts }) },
    "GET /api/posts?category=review&search=yuzu&rating=4&limit=10": { body: aPostPage({ posts }) },
  });
});
afterEach(cleanup);

test("field keeps the focus and further typed text after a search is sent", async () => {
  const { user } = await visit("/community");
  const typed = field();

  await user.type(typed, "yuzu{Enter}");
  await user.type(typed, "cha");
  await waitFor(() => expect(address()).toBe("/community?search=yuzu"));

  expect(field()).toBe(typed);
  expect(document.activeElement).toBe(typed);
  expect(typed.value).toBe("yuzucha");
});

test("search that was typed but not sent is applied with a filter", async () => {
  const { user } = await visit("/community?category=review");
  await user.type(field(), "yuzu");
  document.head.append(
    Object.assign(document.createElement("style"), { textContent: showPopovers }),
  );

  await user.selectOptions(screen.getByLabelText(t("community.filters.rating")), "4");

  await waitFor(() => expect(new URLSearchParams(location.search).get("search")).toBe("yuzu"));
  expect(new URLSearchParams(location.search).get("rating")).toBe("4");
});

test("text that was not sent is dropped by choosing a category", async () => {
  const { user } = await visit("/community");
  await user.type(field(), "yuzu");

  await user.click(categories().getByRole("link", { name: t("post.category.review") }));

  await waitFor(() => expect(address()).toBe("/community?category=review"));
  expect(field().value).toBe("");
});

test("search without results is announced, and so is another category", async () => {
  const { user } = await visit("/community");
  await user.type(field(), "yuzu{Enter}");
  const found = t("community.results.search", { search: "yuzu" });
  await announced(`${found} ${t("community.empty.filtered")}`);

  await user.clear(field());
  await user.type(field(), "{Enter}");
  await announced(`${t("community.results.all")} ${t("community.sort.newest")}`);

  await user.click(categories().getByRole("link", { name: t("post.category.review") }));
  await announced(`${t("post.category.review")} ${t("community.sort.newest")}`);
});

test("repeated announcement differs from the first, so that screen readers read it", async () => {
  const { user } = await visit("/community?category=review");
  const status = () => document.querySelector(".feed > [role=status]")?.textContent;
  const announcements: (string | null | undefined)[] = [];
  document.head.append(
    Object.assign(document.createElement("style"), { textContent: showPopovers }),
  );

  for (const rating of ["4", "5"]) {
    await user.selectOptions(screen.getByLabelText(t("community.filters.rating")), rating);
    await waitFor(() => expect(location.search).toContain(`rating=${rating}`));
    await waitFor(() => expect(status()).toContain(t("community.sort.newest")));
    announcements.push(status());
  }

  expect(announcements[0]).not.toBe(announcements[1]);
  expect(announcements[0]?.replace("\u200b", "")).toBe(announcements[1]?.replace("\u200b", ""));
});

// jsdom hides popovers; the site's style sheet, which is not loaded, shows the filters.
const showPopovers = "[popover] { display: block !important }";
