// @vitest-environment jsdom
/** Mentions in the HTML of the worker: links to the member, without labels that repeat the name. */
import { expect, test } from "vitest";
import { pathFor } from "../../client/language/paths.ts";
import { createRenderer } from "../../ssr/render.tsx";
import { aComment, aCommentPage, aPostPage, aPost } from "../client/community/posts.ts";
import { eachLanguage } from "../client/messages.ts";
import { payloadOf } from "./payloads.ts";

const render = await createRenderer();
const content = "🍵 がんばれ、@Alex Leaf さん";
const mentions = [{ id: "alex", at: 8, length: 10 }];

function linksIn(html: string, selector: string) {
  const page = new DOMParser().parseFromString(html, "text/html");
  const text = page.querySelector(selector);
  const links = [...(text?.querySelectorAll("a[href*=members], a[href*=member]") ?? [])];
  return {
    text: text?.textContent,
    links: links.map((link) => [link.getAttribute("href"), link.textContent]),
    labels: text?.querySelectorAll("[aria-label], [title]").length,
  };
}

test.each(eachLanguage)("post, comment and card link the member in %s", (language) => {
  const params = { id: "12" };
  const comments = aCommentPage({ comments: [aComment({ content, mentions })], total: 1 });
  const post = [
    { query: "post", params, data: aPost({ content, mentions }) },
    { query: "comments", params, data: comments },
  ] as const;
  const feed = [
    { query: "feed", params: {}, data: aPostPage({ posts: [aPost({ content, mentions })] }) },
  ] as const;
  const url = pathFor("community", language);
  const page = render(payloadOf("post", language, { preloaded: post })).body;
  const cards = render(payloadOf("community", language, { url, preloaded: feed })).body;
  const expected = {
    text: content,
    links: [[pathFor("member", language, { id: "alex" }), "@Alex Leaf"]],
    labels: 0,
  };

  expect(linksIn(page, ".post-page-content")).toEqual(expected);
  expect(linksIn(page, ".comment-row-content")).toEqual(expected);
  expect(linksIn(cards, ".post-text p")).toEqual(expected);
});
