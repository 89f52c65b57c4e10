// @vitest-environment jsdom
/** Accessible names of the controls of post cards, which differ within a list. */
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { PostCard } from "../../../../client/community/post/PostCard.tsx";
import type { PostView } from "../../../../client/wire/types.generated.ts";
import { inPage } from "../../renderPage.tsx";
import { translate } from "../../messages.ts";
import { anImage, aPost } from "../posts.ts";

afterEach(cleanup);

const t = translate.en;
const images = [anImage({ id: "image-1" }), anImage({ id: "image-2" })];
const part = { content: "茶".repeat(301), images, likes: 3, commentsCount: 2 };

function renderCards(...posts: readonly Partial<PostView>[]) {
  const cards = posts.map((post, at) => <PostCard key={post.id ?? at} post={aPost(post)} />);
  const list = <div>{cards}</div>;
  const preloaded = [{ query: "cultivarNames", params: {}, data: {} }] as const;
  render(inPage(list, { page: "community", path: "/community", preloaded }));
}

test.each([
  ["title", { title: "A kyusu of glass" }, "A kyusu of glass"],
  ["author", { title: null }, t("post.untitled", { name: "Hana" })],
])("names of controls end in the %s of their post", (_, of, heading) => {
  renderCards({ ...part, ...of });

  const photo = t("post.openPhoto", { number: 2, count: 2 });
  expect(screen.getByRole("button", { name: `Like 3 ${heading}` })).toBeDefined();
  expect(screen.getByRole("button", { name: `Comments 2 ${heading}` })).toBeDefined();
  expect(screen.getByRole("link", { name: `Read more ${heading}` })).toBeDefined();
  expect(screen.getByRole("link", { name: `${photo} ${heading}` })).toBeDefined();
});

test("ids of controls are unique among the cards of a list", () => {
  renderCards({ ...part, id: 12 }, { ...part, id: 13 });

  const ids = [...document.querySelectorAll("[id]")].map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter((id) => id.startsWith("post-13-title-"))).toHaveLength(5);
});
