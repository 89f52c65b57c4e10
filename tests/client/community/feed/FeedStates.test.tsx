// @vitest-environment jsdom
/** Feed that the host refuses, and feed that is empty because of a search or a filter. */
import { afterEach, expect, test } from "vitest";
import { cleanup, screen } from "@testing-library/react";
import { refuse, fakeHost } from "../../accounts/sessions/fakeHost.ts";
import { visit } from "../../renderPage.tsx";
import { translate } from "../../messages.ts";
import { aPostPage } from "../posts.ts";

afterEach(cleanup);

test.each([
  ["/community?search=yuzu", translate.en],
  ["/ja/community?search=yuzu", translate.ja],
])("rate-limited search at %s shows the time to wait", async (path, t) => {
  const refusal = refuse(429, "app.tooManyRequests", { seconds: 9 });
  fakeHost({ "GET /api/posts?search=yuzu&limit=10": refusal });

  await visit(path);

  expect(await screen.findByText(t("app.tooManyRequests", { seconds: 9 }))).toBeDefined();
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
