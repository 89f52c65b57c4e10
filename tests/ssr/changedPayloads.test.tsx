/** Every change of a payload changes the cached rendering. */
import { beforeEach, expect, test, vi } from "vitest";
import type { PagePayload } from "../../client/page/payload.ts";
import { createRenderer } from "../../ssr/render.tsx";
import { featuredIn } from "../client/catalogue.ts";
import { aComment, aCommentPage, aPostPage, anImage, aPost } from "../client/community/posts.ts";
import { site } from "../client/renderPage.tsx";
import { eachLanguage } from "../client/messages.ts";
import { payloadOf, recordPayload } from "./payloads.ts";

const remembering = await createRenderer();
const plain = await createRenderer({ isPlain: true });

type Path = readonly string[];

function isHolder(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** Every value in a page, and every list and record of them. */
function pathsIn(value: object): readonly Path[] {
  return Object.entries(value).flatMap(([name, part]) => [
    [name],
    ...(isHolder(part) ? pathsIn(part).map((path) => [name, ...path]) : []),
  ]);
}

function another(value: unknown): unknown {
  if (typeof value === "string") return `${value}1`;
  if (typeof value === "number") return value + 1;
  if (typeof value === "boolean") return !value;
  if (Array.isArray(value)) return [];
  return value === null ? "1" : null;
}

/** The same, but for what stands at the path. */
function altered<Value>(value: Value, path: Path): Value;
function altered(value: unknown, [at, ...rest]: Path): unknown {
  if (at === undefined) return another(value);
  if (Array.isArray(value))
    return value.map((part, index) => (String(index) === at ? altered(part, rest) : part));
  if (!isHolder(value)) return value;
  const parts = Object.entries(value);
  return Object.fromEntries(
    parts.map(([name, part]) => [name, name === at ? altered(part, rest) : part]),
  );
}

type Render = typeof plain;

/** Some changes make what no host would send: then both refuse it. */
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
  // React tells of lists that hold the same twice.
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});

// A page in another language, or one drawn by another component, is not this page altered.
const itself = /^(?:route|language|preloaded\.\d\.query)$/;

test.each([
  ...pages.map((page) => [page.route, page.language, page] as const),
  ["cultivar", "en", recordPayload("en", "z1")] as const,
])("every changed value of page %s in %s changes the cached rendering", (_, __, page) => {
  for (let time = 0; time < 3; time += 1) remembering(page);
  const paths = pathsIn(page).filter((path) => !itself.test(path.join(".")));

  const hidden = paths.filter((path) => {
    const other = altered(page, path);
    const expected = JSON.stringify(renderOrRefuse(plain, other));
    return JSON.stringify(renderOrRefuse(remembering, other)) !== expected;
  });

  expect(paths.length).toBeGreaterThan(50);
  expect(hidden).toEqual([]);
});
