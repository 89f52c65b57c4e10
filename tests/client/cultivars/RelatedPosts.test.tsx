// @vitest-environment jsdom
/** Related posts of a cultivar. */
import { cleanup, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { RelatedPosts } from "../../../client/cultivars/RelatedPosts.tsx";
import { aPostPage, anImage, aPost, somePosts } from "../community/posts.ts";
import { renderInPage, inPage } from "../renderPage.tsx";
import { translate } from "../messages.ts";

afterEach(cleanup);

const params = { id: "saemidori" };
const related = <RelatedPosts id="saemidori" name="Saemidori" />;
const open = (data: ReturnType<typeof aPostPage> | null) =>
  renderInPage(related, {
    page: "cultivar",
    params,
    preloaded: [{ query: "relatedPosts", params, data }],
  });
const links = () => screen.queryAllByRole("link").map((link) => link.getAttribute("href"));

test("related posts show the form that follows, three posts, a link to all and the feed", () => {
  open(aPostPage({ posts: somePosts(5) }));

  expect(links()).toEqual([
    "/account?follow=cultivar:saemidori#following",
    "/post/1000",
    "/post/999",
    "/post/998",
    "/community?category=review&tea_variety=saemidori",
    "/feeds/cultivar/saemidori.atom",
  ]);
});

test("related post has image, language, author and rating", () => {
  open(
    aPostPage({
      posts: [aPost({ title: "新茶", language: "ja", images: [anImage()], rating: 5 })],
    }),
  );

  const heading = screen.getByRole("heading", { level: 3 });

  expect([heading.textContent, heading.lang]).toEqual(["新茶", "ja"]);
  expect(document.querySelector("img")?.alt).toBe("");
  expect(screen.getByText("Hana")).toBeTruthy();
  expect(screen.getByText("★ 5 of 5")).toBeTruthy();
});

test("related post has a date with the time as its title", () => {
  open(aPostPage({ posts: [aPost({ created_at: "2026-11-20T04:00:00Z" })] }));

  const time = screen.getByText("November 20, 2026");

  expect([time.tagName, time.title]).toEqual(["TIME", "Nov 20, 2026, 1:00 PM"]);
});

test("related posts have an empty state", () => {
  open(aPostPage({ posts: [] }));

  expect(
    screen.getByText(translate.en("cultivar.relatedNone", { name: "Saemidori" })),
  ).toBeTruthy();
});

test("related posts are not rendered when they are unavailable", () => {
  open(null);

  expect(screen.queryByRole("heading")).toBeNull();
});

test("markup in a related post stays text", () => {
  open(
    aPostPage({ posts: [aPost({ title: "<b>x</b>", content: "<img src=x onerror=alert(1)>" })] }),
  );

  expect(document.querySelector("b, img")).toBeNull();
  expect(screen.getByRole("link", { name: "<b>x</b>" })).toBeTruthy();
});

test("related posts are loaded when not preloaded", async () => {
  const { rerender } = renderInPage(related, { page: "cultivar", params });
  rerender(inPage(related, { page: "cultivar", params }));

  await waitFor(() => expect(screen.getByRole("heading", { level: 2 })).toBeTruthy());
});
