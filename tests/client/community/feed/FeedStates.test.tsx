// @vitest-environment jsdom
/** Feed that the host refuses, in whole or its next page, and feed that is empty because of a search or a filter. */
import { afterEach, expect, test } from "vitest";
import { cleanup, screen, waitFor } from "@testing-library/react";
import { refuse, fakeHost } from "../../accounts/sessions/fakeHost.ts";
import { visit } from "../../renderPage.tsx";
import { translate } from "../../messages.ts";
import { aPostPage, somePosts } from "../posts.ts";

afterEach(cleanup);

test.each([
  ["/community?search=yuzu", translate.en],
  ["/ja/community?search=yuzu", translate.ja],
])("rate-limited search at %s shows the time to wait", async (path, t) => {
  const refusal = refuse(429, "app.tooManyRequests", { seconds: 9 });
  fakeHost({ "GET /api/posts?search=yuzu&limit=10": refusal });

  await visit(path);

  expect(await screen.findByText(t("app.tooManyRequests", { count: 9 }))).toBeDefined();
  expect(screen.queryByText(t("community.failed.body"))).toBeNull();
});

test.each([
  ["/community?search=yuzu", "community.search.clear"],
  ["/community?category=review&rating=4", "community.filters.reset"],
  ["/community?category=review&rating=4&search=yuzu", "community.filters.reset"],
] as const)("links of an empty list at %s name what they remove", async (path, key) => {
  const query = path.replace("/community?", "");
  fakeHost({ [`GET /api/posts?${query}&limit=10`]: { body: aPostPage({ posts: [] }) } });

  await visit(path);

  await screen.findByText(translate.en("community.empty.filtered"));
  expect(
    screen.getAllByRole("link", { name: new RegExp(translate.en(key)) }).length,
  ).toBeGreaterThan(0);
  const other =
    key === "community.search.clear" ? "community.filters.reset" : "community.search.clear";
  expect(screen.queryByRole("link", { name: new RegExp(translate.en(other)) })).toBeNull();
});

test("message about a failed next page is removed when the next attempt succeeds", async () => {
  const more = "GET /api/posts?limit=10&after=ten";
  const { replies } = fakeHost({
    "GET /api/posts?limit=10": { body: aPostPage({ next: "ten", remaining: 2 }) },
    [more]: refuse(503, "app.unavailable", { seconds: 5 }),
  });
  const t = translate.en;
  const { user } = await visit("/community");
  const link = await screen.findByRole("link", {
    name: t("community.more", { next: 2, remaining: 2 }),
  });
  await user.click(link);
  await screen.findByText(t("community.moreFailed"));

  replies[more] = { body: aPostPage({ posts: somePosts(12).slice(10) }) };
  await user.click(link);

  await waitFor(() => expect(screen.getAllByRole("article")).toHaveLength(12));
  expect(screen.queryByText(t("community.moreFailed"))).toBeNull();
});
