/** Server rendering of the feed. */
import { describe, expect, test } from "vitest";
import type { PagePayload } from "../../client/page/payload.ts";
import { createRenderer } from "../../ssr/render.tsx";
import { aPostPage, anImage, aPost, author, somePosts } from "../client/community/posts.ts";
import { eachLanguage, translate } from "../client/messages.ts";
import { payloadOf } from "./payloads.ts";

const render = await createRenderer();

function feedPayload(url: string, part: Parameters<typeof aPostPage>[0] = {}): PagePayload {
  const language = url.startsWith("/ja") ? "ja" : "en";
  const data = aPostPage(part);
  return payloadOf("community", language, {
    url,
    preloaded: [{ query: "feed", params: {}, data }],
  });
}

function graphOf(head: string): readonly Record<string, unknown>[] {
  const text =
    /<script type="application\/ld\+json">(.*?)<\/script>/.exec(head)?.[1] ?? '{"@graph":[]}';
  return JSON.parse(text)["@graph"];
}

describe.each(eachLanguage)("feed page in %s", (language) => {
  const root = language === "ja" ? "/ja/community" : "/community";

  test("contains every post with its relative time by the host's clock", () => {
    const { body, status } = render(feedPayload(root, { posts: somePosts(10) }));

    expect(status).toBe(200);
    expect(body.match(/<article/g)).toHaveLength(10);
    expect(body).toContain(translate[language]("post.time.minutes", { count: 30 }));
  });

  test("prints counts with thousands separators", () => {
    const { body } = render(
      feedPayload(root, { posts: [aPost({ likes: 12345, commentsCount: 1000 })] }),
    );

    expect(body).toMatch(/>12,345<.*>1,000</s);
  });

  test("links to all categories", () => {
    const { body } = render(feedPayload(root));

    for (const category of ["review", "shop", "region-info", "question", "teaware", "culture"])
      expect(body).toContain(`href="${root}?category=${category}"`);
  });

  test("beyond the last page equals the last page", () => {
    const [last, behind] = [2, 7].map(
      (page) => render(feedPayload(`${root}?page=${page}`, { posts: somePosts(13) })).head,
    );

    expect(behind).toBe(last);
    expect(behind).toContain(`${root}?page=2"`);
  });

  test("has a different description for each page and cursor", () => {
    const paths = [
      "",
      "?page=2",
      "?page=3",
      "?after=WyJuZXdlc3QiLFsxLDIzXV0",
      "?after=WyJuZXdlc3QiLFsxLDEzXV0",
    ];
    const descriptions = paths.map((query) => {
      const { head } = render(feedPayload(root + query, { posts: somePosts(30) }));
      return /<meta name="description" content="([^"]*)"/.exec(head)?.[1];
    });

    expect(new Set(descriptions).size).toBe(paths.length);
  });

  test("links to the next page with the fragment of its first post", () => {
    const { body } = render(feedPayload(root, { next: "x", remaining: 7 }));

    expect(body).toContain(`href="${root}?page=2#entry-11"`);
  });

  test("links to the next posts by cursor after page ten", () => {
    const posts = somePosts(100);
    const { body } = render(
      feedPayload(`${root}?category=shop&page=10`, { posts, next: "cursor", remaining: 5 }),
    );

    expect(body.match(/<article/g)).toHaveLength(100);
    expect(body).toContain(`href="${root}?category=shop&amp;after=cursor#results"`);
  });

  test.each([3, 0])("of a search with %i results so far links to its continuation", (count) => {
    const part = { posts: somePosts(count), next: "cursor", remaining_is_more: true };
    const { body } = render(feedPayload(`${root}?search=yuzu`, part));

    expect(body.match(/<article/g) ?? []).toHaveLength(count);
    expect(body).toContain(`href="${root}?search=yuzu&amp;after=cursor#results"`);
    expect(body).toContain(translate[language]("community.further"));
    expect(body.includes(translate[language]("community.empty.soFar"))).toBe(count === 0);
    expect(body).not.toContain(translate[language]("community.empty.filtered"));
    expect(body).not.toContain(translate[language]("community.allShown"));
  });
});

test("feed filters are a form with category and order as hidden fields", () => {
  const { body } = render(feedPayload("/community?category=review&sort=popular&prefecture=kyoto"));

  expect(body).toContain('action="/community"');
  expect(body).toContain('<input type="hidden" name="category" value="review"/>');
  expect(body).toContain('<input type="hidden" name="sort" value="popular"/>');
  expect(body).toMatch(/<noscript><select name="tea_variety"/);
  expect(body).toContain('<option value="kyoto" selected="">');
});

test("only the pictures of the first post are loaded eagerly", () => {
  const { body } = render(
    feedPayload("/community", { posts: somePosts(3, { images: [anImage()] }) }),
  );

  const pictures = body.match(/<picture>.*?<\/picture>/g) ?? [];
  expect(pictures.map((picture) => /loading="(\w+)"/.exec(picture)?.[1])).toEqual([
    "eager",
    "lazy",
    "lazy",
  ]);
});

test("feed without data is rendered as loading", () => {
  const { body } = render(payloadOf("community", "en", { preloaded: [] }));

  expect(body).toContain(translate.en("community.loading"));
});

test("unrelated query parameters do not change the feed's data", () => {
  const { body } = render(feedPayload("/community?utm_source=x&new=1000", { posts: somePosts(2) }));

  expect(body.match(/<article/g)).toHaveLength(2);
});

test.each([
  ["is marked for its author", author.id, 1],
  ["is not marked for another member", "someone", 0],
  ["is not marked for a visitor", null, 0],
])("new post that the address names %s", (_, id, count) => {
  const posts = somePosts(2, { user: author });
  const viewer = id === null ? null : { ...author, id, language: "en" as const };
  const { body } = render({ ...feedPayload("/community?new=1000", { posts }), viewer });

  expect(body.match(/data-new/g) ?? []).toHaveLength(count);
  expect(body.split(`>${translate.en("post.new")}<`)).toHaveLength(count + 1);
});

describe("feed JSON-LD", () => {
  test("of a category is a CollectionPage with its posts", () => {
    const posts = [aPost({ id: 7, title: "First flush" }), aPost({ id: 8, content: "Short" })];
    const { head } = render(feedPayload("/ja/community?category=review", { posts }));

    const page = graphOf(head).find((node) => node["@type"] === "CollectionPage");
    expect(page?.url).toBe("https://chanoki.example/ja/community?category=review");
    expect(page?.mainEntity).toEqual({
      "@type": "ItemList",
      numberOfItems: 2,
      itemListElement: [
        {
          "@type": "ListItem",
          position: 1,
          url: "https://chanoki.example/ja/post/7",
          name: "First flush",
        },
        {
          "@type": "ListItem",
          position: 2,
          url: "https://chanoki.example/ja/post/8",
          name: "Short",
        },
      ],
    });
  });

  test("is missing for a filtered view", () => {
    expect(graphOf(render(feedPayload("/community?category=review&rating=4")).head)).toEqual([]);
  });
});
