// @vitest-environment jsdom
/** Search that continues after a partial result. */
import { cleanup, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fakeHost } from "../../accounts/sessions/fakeHost.ts";
import { visit } from "../../renderPage.tsx";
import { translate } from "../../messages.ts";
import { aPostPage, somePosts } from "../posts.ts";

const t = translate.en;
const firstRequest = "GET /api/posts?category=review&search=yuzu";

beforeEach(() => {
  HTMLElement.prototype.scrollIntoView = vi.fn();
});
afterEach(cleanup);

const emptyPage = (next: string) => ({
  body: aPostPage({ posts: [], next, remaining_is_more: true }),
});

test.each([0, 2])("search with %i results so far shows a link that continues it", async (count) => {
  const posts = somePosts(count + 1);
  const some = aPostPage({ posts: posts.slice(0, count), next: "some", remaining_is_more: true });
  fakeHost({
    [`${firstRequest}&limit=10`]: count ? { body: some } : emptyPage("on"),
    [`${firstRequest}&limit=8&after=some`]: emptyPage("on"),
    [`${firstRequest}&after=on&limit=10`]: { body: aPostPage({ posts: posts.slice(count) }) },
  });
  const { user } = await visit("/community?category=review&search=yuzu");
  const further = await screen.findByRole("link", { name: t("community.further") });
  expect(screen.queryAllByRole("article")).toHaveLength(count);
  expect(screen.queryAllByText(t("community.empty.soFar"))).toHaveLength(count === 0 ? 1 : 0);
  expect(screen.queryByText(t("community.empty.filtered"))).toBeNull();

  await user.click(further);

  await screen.findByText(t("community.allShown"));
  expect(screen.getAllByRole("article").map(({ id }) => id)).toEqual([`post-${posts[count]?.id}`]);
});
