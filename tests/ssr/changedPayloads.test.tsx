/** Fragment cache with changed payloads: each change shows, as without the cache. */
import { beforeEach, expect, test, vi } from "vitest";
import type { PagePayload } from "../../client/page/payload.ts";
import { createRenderer } from "../../ssr/render.tsx";
import { featuredIn } from "../client/catalogue.ts";
import { aComment, aCommentPage, aPostPage, anImage, aPost } from "../client/community/posts.ts";
import { site } from "../client/renderPage.tsx";
import { eachLanguage } from "../client/messages.ts";
import { payloadOf, recordPayload } from "./payloads.ts";

const cachedRender = await createRenderer();
const uncachedRender = await createRenderer({ isPlain: true });

type Path = readonly string[];

function isHolder(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** Returns the path of every value, list and object in a payload. */
function pathsIn(value: object): readonly Path[] {
  return Object.entries(value).flatMap(([name, part]) => [
    [name],
    ...(isHolder(part) ? pathsIn(part).map((path) => [name, ...path]) : []),
  ]);
}

/** Returns a different value of a similar type. */
function differentFrom(value: unknown): unknown {
  if (typeof value === "string") return `${value}1`;
  if (typeof value === "number") return value + 1;
  if (typeof value === "boolean") return !value;
  if (Array.isArray(value)) return [];
  return value === null ? "1" : null;
}

/** Returns a copy with a different value at the path. */
function altered<Value>(value: Value, path: Path): Value;
function altered(value: unknown, [at, ...rest]: Path): unknown {
  if (at === undefined) return differentFrom(value);
  if (Array.isArray(value))
    return value.map((part, index) => (String(index) === at ? altered(part, rest) : part));
  if (!isHolder(value)) return value;
  const parts = Object.entries(value);
  return Object.fromEntries(
    parts.map(([name, part]) => [name, name === at ? altered(part, rest) : part]),
  );
}

type Render = typeof uncachedRender;

/** Renders a payload, or returns "refused" for an invalid one, which both renderers must refuse. */
function renderOrRefuse(render: Render, payload: PagePayload): ReturnType<Render> | "refused" {
  try {
    return render(payload);
  } catch {
    return "refused";
  }
}

const reader = { id: "member-alex", display_name: "Alex", avatar_url: "/a.webp", language: "en" };
const viewer = { ...reader, language: "en" } as const;
const social = [{ label: "X", url: "https://x.com/chanoki" }];
const images = [anImage({ alt: "A cup" }), anImage({ id: "image-2" })];
const mine = aPost({ id: 13, user: reader, title: "新茶", edited_at: "2026-11-21T03:50:00Z" });
const posts = [aPost(), mine, aPost({ id: 14, images, user: null })];
const comments = [aComment(), aComment({ id: 2, user: reader }), aComment({ id: 3, user: null })];
const thread = aCommentPage({ comments });

const pages = eachLanguage.flatMap((language) => [
  payloadOf("community", language, {
    viewer,
    preloaded: [{ query: "feed", params: {}, data: aPostPage({ posts }) }],
  }),
  payloadOf("post", language, {
    viewer,
    preloaded: [
      { query: "post", params: { id: "12" }, data: aPost() },
      { query: "comments", params: { id: "12" }, data: thread },
    ],
  }),
  payloadOf("home", language, {
    site: { ...site, social },
    preloaded: [{ query: "featuredCultivars", params: {}, data: featuredIn(language).slice(0, 2) }],
  }),
]);

beforeEach(() => {
  // React warns of duplicate keys, which changed payloads can have.
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});

// Changing these makes another page, not the same page with other data.
const identity = /^(?:route|language|preloaded\.\d\.query)$/;

test.each([
  ...pages.map((page) => [page.route, page.language, page] as const),
  ["cultivar", "en", recordPayload("en", "z1")] as const,
])("every changed value of page %s in %s changes the cached rendering", (_, __, page) => {
  for (let time = 0; time < 3; time += 1) cachedRender(page);
  const paths = pathsIn(page).filter((path) => !identity.test(path.join(".")));

  const stale = paths.filter((path) => {
    const other = altered(page, path);
    const expected = JSON.stringify(renderOrRefuse(uncachedRender, other));
    return JSON.stringify(renderOrRefuse(cachedRender, other)) !== expected;
  });

  expect(paths.length).toBeGreaterThan(50);
  expect(stale).toEqual([]);
});
