// @vitest-environment jsdom
/** Head and JSON-LD of pages with posts. */
import { describe, expect, test } from "vitest";
import type { Language } from "../../client/contracts/language.ts";
import { pathFor } from "../../client/language/paths.ts";
import type { PageMeta } from "../../client/page/payload.ts";
import type { QueryData } from "../../client/page/queries.ts";
import type { CommentPage } from "../../client/wire/types.generated.ts";
import { createRenderer } from "../../ssr/render.tsx";
import { viewIn } from "../client/catalogue.ts";
import { aComment, aCommentPage, aPostPage, anImage, aPost } from "../client/community/posts.ts";
import { hana } from "../client/accounts/sessions/member.ts";
import { eachLanguage } from "../client/messages.ts";
import { payloadOf } from "./payloads.ts";

const render = await createRenderer();
const origin = "https://chanoki.example";

function renderPost(
  post: QueryData["post"],
  language: Language = "en",
  comments: CommentPage | null = aCommentPage(),
  meta?: PageMeta,
) {
  const params = { id: "12" };
  const preloaded = [
    { query: "post", params, data: post },
    { query: "comments", params, data: comments },
  ] as const;
  return documentOf(render(payloadOf("post", language, { preloaded, meta })));
}

function documentOf({ status, head, body }: ReturnType<typeof render>) {
  const page = new DOMParser().parseFromString(
    `<!doctype html><html><head>${head}</head><body>${body}</body></html>`,
    "text/html",
  );
  const meta = (name: string) =>
    [...page.querySelectorAll<HTMLMetaElement>(`meta[property="${name}"], meta[name="${name}"]`)]
      .map(({ content }) => content)
      .join(" | ");
  const link = (selector: string) => page.querySelector<HTMLLinkElement>(selector)?.href;
  const text = page.querySelector('script[type="application/ld+json"]')?.textContent ?? "{}";
  const graph: readonly Record<string, unknown>[] = JSON.parse(text)["@graph"] ?? [];
  return { status, page, meta, link, graph };
}

describe.each(eachLanguage)("post page in %s", (language) => {
  test("has its own canonical and x-default in the post's language", () => {
    const { link } = renderPost(aPost({ language: "ja" }), language);

    expect(link("link[rel=canonical]")).toBe(origin + pathFor("post", language, { id: "12" }));
    expect(link("link[hreflang=en]")).toBe(`${origin}/post/12`);
    expect(link("link[hreflang=ja]")).toBe(`${origin}/ja/post/12`);
    expect(link("link[hreflang=x-default]")).toBe(`${origin}/ja/post/12`);
  });
});

describe("post head", () => {
  test("is an article with dates, author, section and tags", () => {
    const { meta, page } = renderPost(aPost({ edited_at: "2026-11-21T03:50:00Z" }));

    expect(page.title).toBe("Steeped twice; the second cup is the swe… by Hana | Chanoki");
    expect(meta("description")).toBe("Steeped twice; the second cup is the sweet one.");
    expect(meta("og:type")).toBe("article");
    expect(meta("article:published_time")).toBe("2026-11-21T03:30:00Z");
    expect(meta("article:modified_time")).toBe("2026-11-21T03:50:00Z");
    expect(meta("article:author")).toBe(`${origin}/members/member-hana`);
    expect(meta("article:section")).toBe("Review");
    expect(meta("article:tag")).toBe("Sencha | Saemidori | Shizuoka");
  });

  test("has the card of the host with or without pictures", () => {
    const card = { url: `${origin}/og/post/12-en-0.jpg`, alt: "Card" };
    const meta = { title: "A cup", description: "Sweet", robots: "index,follow", card };

    for (const images of [[], [anImage({ alt: "A cup" })]]) {
      const shown = renderPost(aPost({ images }), "en", aCommentPage(), meta).meta;
      expect([shown("og:image"), shown("og:image:alt")]).toEqual([card?.url, card?.alt]);
      expect([shown("og:image:width"), shown("og:image:height")]).toEqual(["1200", "630"]);
    }
  });

  test("has an oEmbed link", () => {
    const { link } = renderPost(aPost());

    expect(link('link[type="application/json+oembed"]')).toBe(
      `${origin}/oembed?url=${encodeURIComponent(`${origin}/post/12`)}&format=json`,
    );
  });
});

describe("post JSON-LD", () => {
  const post = aPost({ likes: 3, commentsCount: 1, images: [anImage()], language: "ja" });
  const { graph } = renderPost(
    post,
    "en",
    aCommentPage({ comments: [aComment({ edited_at: "2026-11-21T03:55:00Z" })], total: 1 }),
  );
  const posting = graph.find((node) => node["@type"] === "DiscussionForumPosting");

  test("is a DiscussionForumPosting with text, dates, language and subject", () => {
    expect(posting).toMatchObject({
      url: `${origin}/post/12`,
      headline: "Steeped twice; the second cup is the swe…",
      text: post.content,
      image: [`${origin}/media/post-images/member-hana/1.jpg`],
      datePublished: "2026-11-21T03:30:00+00:00",
      dateModified: "2026-11-21T03:30:00+00:00",
      inLanguage: "ja",
      author: { "@type": "Person", name: "Hana", url: `${origin}/members/member-hana` },
      isPartOf: { "@id": `${origin}/community` },
      about: { "@id": `${origin}/cultivars/saemidori#cultivar` },
      commentCount: 1,
    });
  });

  test("has like and comment counts and the comments", () => {
    expect(posting?.interactionStatistic).toMatchObject([
      { interactionType: { "@type": "LikeAction" }, userInteractionCount: 3 },
      { interactionType: { "@type": "CommentAction" }, userInteractionCount: 1 },
    ]);
    expect(posting?.comment).toMatchObject([
      {
        text: "Mine needed cooler water.",
        url: `${origin}/post/12#comment-1`,
        dateModified: "2026-11-21T03:55:00+00:00",
      },
    ]);
  });
});

test("post whose comments cannot be read says so without scripts", () => {
  const { page } = renderPost(aPost(), "en", null);

  const note = page.querySelector("#comments ~ noscript")?.textContent;
  expect(note).toBe("Comments are not available. Please contact the administrator.");
});

test("reply names its comment in JSON-LD, unless that is not shown", () => {
  const parts = [{ is_parent_shown: true }, { is_parent_shown: false }];
  const replies = parts.map((part, index) => aComment({ id: 2 + index, parent_id: 1, ...part }));
  const comments = aCommentPage({ comments: [aComment({ id: 1 }), ...replies], total: 3 });

  const { page, graph } = renderPost(aPost(), "en", comments);

  const posting = graph.find((node) => node["@type"] === "DiscussionForumPosting");
  const shown = (posting as { comment: { "@id": string; parentItem?: object }[] }).comment;
  expect(shown.map(({ parentItem }) => parentItem)).toEqual([
    undefined,
    { "@id": shown[0]?.["@id"] },
    undefined,
  ]);
  expect(page.querySelectorAll(".comment-row-below")).toHaveLength(2);
});

describe("missing post", () => {
  test.each([
    [null, 404],
    ["removed", 410],
  ] as const)("%s has status %i, no canonical and no JSON-LD", (post, status) => {
    const found = renderPost(post);

    expect(found.status).toBe(status);
    expect(found.meta("robots")).toBe("noindex,follow");
    expect(found.link("link[rel=canonical]")).toBeUndefined();
    expect(found.graph).toEqual([]);
  });
});

test("hostile text of a post stays text in head, body and JSON-LD", () => {
  const hostile = `</script></title><img src=x onerror=alert(1)>"'\u202e🍵${"長".repeat(300)}`;
  const user = { id: "x", display_name: hostile, avatar_url: null };
  const comments = aCommentPage({ comments: [aComment({ content: hostile, user })], total: 1 });

  const { page, graph, meta } = renderPost(
    aPost({ title: hostile, content: hostile, shop_name: hostile, user }),
    "en",
    comments,
  );

  expect(page.querySelectorAll("img[src=x], script:not([type])")).toHaveLength(0);
  expect(page.querySelector("h1")?.textContent).toBe(hostile);
  expect(page.querySelector(".comment-row-content")?.textContent).toBe(hostile);
  expect(JSON.stringify(graph)).toContain(JSON.stringify(hostile));
  expect([...meta("description")]).toHaveLength(121);
  expect(page.title).not.toContain("\u202e");
});

describe("member page", () => {
  const params = { id: hana.id };
  const page = (posts_count: number) =>
    documentOf(
      render(
        payloadOf("member", "ja", {
          preloaded: [
            { query: "member", params, data: { ...hana, posts_count, bio: "朝の一杯" } },
            { query: "memberPosts", params, data: aPostPage() },
            { query: "shared", params, data: null },
          ],
        }),
      ),
    );

  test("with three posts has ProfilePage JSON-LD", () => {
    const { graph, meta } = page(3);

    expect(meta("og:type")).toBe("profile");
    expect(meta("description")).toBe("朝の一杯");
    expect(graph.find((node) => node["@type"] === "ProfilePage")).toMatchObject({
      dateCreated: hana.joined_at,
      mainEntity: {
        name: hana.display_name,
        agentInteractionStatistic: { userInteractionCount: 3 },
      },
    });
    expect(graph.find((node) => node["@type"] === "BreadcrumbList")).toMatchObject({
      itemListElement: [{ name: "ホーム" }, { name: "ひろば" }, { name: hana.display_name }],
    });
  });

  test("with two posts has no JSON-LD and is not indexed", () => {
    expect([page(2).graph, page(2).meta("robots")]).toEqual([[], "noindex,follow"]);
  });
});

test("cultivar page contains three related posts", () => {
  const params = { id: "saemidori" };
  const preloaded = [
    { query: "cultivar", params, data: viewIn("en", "saemidori") },
    { query: "relatedPosts", params, data: aPostPage() },
  ] as const;

  const { page } = documentOf(render(payloadOf("cultivar", "en", { preloaded })));

  expect(page.querySelectorAll(".related-post")).toHaveLength(3);
});
