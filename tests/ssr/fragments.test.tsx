/** Pages render the same with and without the fragment cache. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { PagePayload } from "../../client/page/payload.ts";
import { createRenderer } from "../../ssr/render.tsx";
import {
  aComment,
  aCommentPage,
  aPostPage,
  anImage,
  aPost,
  somePosts,
} from "../client/community/posts.ts";
import { hana } from "../client/accounts/sessions/member.ts";
import { site } from "../client/renderPage.tsx";
import { eachLanguage } from "../client/messages.ts";
import { pageNames, payloadOf, recordPayload } from "./payloads.ts";
import { sweptPages } from "./sweep.ts";

const complaints = vi.fn();

beforeEach(() => {
  complaints.mockClear();
  vi.spyOn(console, "error").mockImplementation(complaints);
});

afterEach(() => vi.restoreAllMocks());

const viewer = { id: hana.id, display_name: "Hana", avatar_url: null, language: "ja" } as const;
const images = [anImage(), anImage({ id: "image-2" })];

function feedPayloads(language: "en" | "ja"): readonly PagePayload[] {
  const root = language === "ja" ? "/ja/community" : "/community";
  const of = (part: Partial<PagePayload>, posts = somePosts(10, { images })) =>
    payloadOf("community", language, {
      url: root,
      preloaded: [{ query: "feed", params: {}, data: aPostPage({ posts }) }],
      ...part,
    });
  const own = { id: hana.id, display_name: "Hana", avatar_url: "/media/avatars/hana.webp" };
  return [
    of({}),
    of({ viewer }, somePosts(3, { user: own })),
    of({}, somePosts(3, { user: own })),
    of({ viewer }, somePosts(3, { isLiked: true, likes: 4 })),
    of({ now: "2026-11-21T05:59:00Z" }),
    of({ now: "2026-12-24T05:59:00Z" }),
    of({ url: `${root}?category=review&prefecture=uji&rating=4` }),
    of({ url: `${root}?category=review&tea_variety=saemidori` }),
    of({ url: `${root}?new=1000`, viewer }, somePosts(10, { user: own })),
    of({}, [
      aPost({ title: "<b>|post=", content: "\u2028</script>" }),
      aPost({ id: 11, user: null }),
    ]),
  ];
}

function threadPayloads(language: "en" | "ja"): readonly PagePayload[] {
  const params = { id: "12" };
  const own = { id: hana.id, display_name: "Hana", avatar_url: null };
  const comments = [
    aComment({ id: 1 }),
    aComment({ id: 2, user: own, content: "<i>香り</i>" }),
    aComment({ id: 3, user: null }),
  ];
  const of = (part: Partial<PagePayload>) =>
    payloadOf("post", language, {
      preloaded: [
        { query: "post", params, data: aPost() },
        { query: "comments", params, data: aCommentPage({ comments }) },
      ],
      ...part,
    });
  return [of({}), of({ viewer }), of({ now: "2026-11-22T05:59:00Z" })];
}

function listPayloads(language: "en" | "ja"): readonly PagePayload[] {
  const root = language === "ja" ? "/ja/cultivars" : "/cultivars";
  const queries = ["", "?page=3", "?origin=shizuoka", "?search=midori", "?suitableFor=sencha"];
  return queries.map((query) => payloadOf("cultivars", language, { url: root + query }));
}

const payloadsIn = (language: "en" | "ja"): readonly PagePayload[] => [
  ...pageNames.map((page) => payloadOf(page, language)),
  ...sweptPages(language).map((page) => payloadOf(page, language, { viewer })),
  ...sweptPages(language).map((page) =>
    payloadOf(page, language, {
      site: { ...site, social: [{ label: "X", url: "https://x.com/chanoki" }] },
    }),
  ),
  ...feedPayloads(language),
  ...threadPayloads(language),
  ...listPayloads(language),
  recordPayload(language, "yabukita"),
  recordPayload(language, "okumidori"),
];

test.each(eachLanguage)(
  "every page is the same with and without fragments in %s",
  async (language) => {
    const remembering = await createRenderer();
    const plain = await createRenderer({ isPlain: true });
    const expected = payloadsIn(language).map(
      (payload) => [payload, plain(structuredClone(payload))] as const,
    );

    for (let round = 0; round < 4; round += 1)
      for (const [payload, whole] of round % 2 ? expected.toReversed() : expected)
        expect(remembering(structuredClone(payload))).toEqual(whole);

    expect(complaints).not.toHaveBeenCalled();
  },
);
