// @vitest-environment jsdom
/** Tags of a post: links of tea type and prefecture to their lists. */
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { TeaInfo } from "../../../../client/community/detail/TeaInfo.tsx";
import { PostTags } from "../../../../client/community/post/PostTags.tsx";
import type { PostView } from "../../../../client/wire/types.generated.ts";
import { InRouter } from "../../inRouter.tsx";
import { pageOf } from "../../renderPage.tsx";
import { aPost } from "../posts.ts";

async function show(Tags: typeof PostTags, part: Partial<PostView> = {}) {
  const preloaded = [{ query: "cultivarNames", params: {}, data: {} } as const];
  const page = pageOf({ page: "community", path: "/community", preloaded });
  await page.store.addMessages("en", "postDetail");
  render(
    <InRouter page={page}>
      <Tags post={aPost(part)} />
    </InRouter>,
  );
}

const link = (name: string) => screen.queryByRole("link", { name })?.getAttribute("href");

afterEach(cleanup);

test.each([
  ["a card", PostTags],
  ["a post's page", TeaInfo],
])("on %s lead to the posts of the category with the same value", async (_, Tags) => {
  await show(Tags);

  expect(link("Sencha")).toBe("/community?category=review&tea_type=sencha");
  expect(link("Shizuoka")).toBe("/community?category=review&prefecture=shizuoka");
});

test("of a shop link to shops, and are plain text where the feed has no such filter", async () => {
  await show(PostTags, { category: "shop" });

  expect(link("Sencha")).toBe("/community?category=shop&tea_type=sencha");
  expect(link("Shizuoka")).toBeUndefined();
  expect(screen.getByText("Shizuoka")).toBeTruthy();
});
