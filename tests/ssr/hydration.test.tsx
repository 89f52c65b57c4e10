// @vitest-environment jsdom
/** Hydration of every page: no error, no difference from the HTML of the worker. */
import { act, cleanup, render as renderInto } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { placeAt } from "../../client/app/AppRoutes.tsx";
import { BrowserApp } from "../../client/app/BrowserApp.tsx";
import { PageStore } from "../../client/page/PageStore.ts";
import type { PageName } from "../../client/contracts/routes.ts";
import type { PagePayload, Preloaded } from "../../client/page/payload.ts";
import { createRenderer } from "../../ssr/render.tsx";
import { forbidStorage, clearStoredChoices, stubBrowser } from "../client/browser.ts";
import { hana } from "../client/accounts/sessions/member.ts";
import { observationsIn } from "../client/catalogue.ts";
import { aComment, aCommentPage, aPostPage, anImage, aPost } from "../client/community/posts.ts";
import { testLoaders, newLibrary, now, loadFrom } from "../client/renderPage.tsx";
import { eachLanguage } from "../client/messages.ts";
import { pageNames, payloadOf, recordPayload } from "./payloads.ts";

const render = await createRenderer();
const library = newLibrary();

// jsdom does not know <search>; all current browsers do.
const unknownInJsdom = /<%s> is unrecognized/;

/** Returns the HTML with the submit buttons enabled, which are disabled until scripts run. */
const enabled = (html: string): string =>
  html.replaceAll(/<button[^>]*type="submit"[^>]*>/g, (button) =>
    button.replace(' disabled=""', ""),
  );

/** Renders a page as in the worker, which has no document and no storage. */
function renderByWorker(payload: PagePayload) {
  for (const name of ["document", "localStorage", "navigator"]) vi.stubGlobal(name, undefined);
  const rendered = render(payload);
  vi.unstubAllGlobals();
  // Requests stay pending, since the test looks at the first moment after hydration.
  vi.stubGlobal("fetch", () => new Promise(() => undefined));
  stubBrowser();
  return rendered;
}

/** Loads a page as a browser does: HTML of the worker, then hydration with `payload`, or with `browserPayload`. */
async function load(payload: PagePayload, browserPayload: PagePayload = payload) {
  const { head, body } = renderByWorker(payload);
  const { route: page, language, params, site, url, now, preloaded } = browserPayload;
  const { search } = new URL(url, site.origin);
  document.head.innerHTML = head;
  document.body.innerHTML = `<div id="root">${body}</div>`;
  history.replaceState(null, "", url);
  const container = document.getElementById("root") ?? document.body;
  const before = container.innerHTML;
  const errors: unknown[] = [];
  vi.spyOn(console, "error").mockImplementation((...values) => {
    if (!unknownInJsdom.test(String(values[0]))) errors.push(values.join(" "));
  });

  const store = new PageStore(library, loadFrom(testLoaders));
  store.seed(language, preloaded, search);
  const place = { page, language, params, search };
  await store.prepare(place);
  renderInto(
    <BrowserApp
      store={store}
      site={site}
      place={place}
      path={url}
      now={now}
      viewer={browserPayload.viewer}
    />,
    { container, hydrate: true, onRecoverableError: (error) => errors.push(error) },
  );
  // Taken before data that is loaded after the page can arrive.
  const after = container.innerHTML;
  await act(async () => undefined);
  return { errors, head, before, after };
}

beforeEach(() => {
  // The page is opened at the time at which the host rendered it.
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(now) });
  vi.spyOn(navigator, "languages", "get").mockReturnValue([]);
});

afterEach(() => {
  vi.useRealTimers();
  cleanup();
  clearStoredChoices();
  document.head.innerHTML = "";
  document.body.innerHTML = "";
});

describe.each(eachLanguage)("hydration in %s", (language) => {
  beforeEach(() => {
    document.documentElement.lang = language;
  });

  test.each(pageNames)("of %s reports no error and keeps body and head tags", async (page) => {
    const { errors, head, before, after } = await load(payloadOf(page, language));
    const addresses = head.match(/rel="canonical"/g) ?? [];

    expect(errors).toEqual([]);
    expect(enabled(after)).toBe(enabled(before));
    expect(document.head.querySelectorAll("title")).toHaveLength(1);
    expect(document.head.querySelectorAll("link[rel=canonical]")).toHaveLength(addresses.length);
    expect(document.head.querySelectorAll("meta[name=description]")).toHaveLength(1);
    expect(document.querySelectorAll("body title:not(svg title)")).toHaveLength(0);
  });

  test.each(["benifuki", "hatsumomiji", "yabukita", "sun-rouge", "kouju", "z1"])(
    "of the record %s changes nothing and reports no error",
    async (id) => {
      const { errors, before, after } = await load(recordPayload(language, id));

      expect(errors).toEqual([]);
      expect(after).toBe(before);
    },
  );

  test("of the observations keeps the worker's HTML without their data", async () => {
    const browserPayload = recordPayload(language, "saemidori");
    const params = { id: "saemidori" };
    const data = observationsIn(language, "saemidori");
    const payload = {
      ...browserPayload,
      preloaded: [...browserPayload.preloaded, { query: "observations" as const, params, data }],
    };

    const { errors, before, after } = await load(payload, browserPayload);

    expect(before).toContain('id="conflicts"');
    expect(errors).toEqual([]);
    expect(after).toBe(before);
  });

  test("addresses in posts, comments and bios are the same links in worker and browser", async () => {
    const text = '茶園（https://日本茶.jp/tea）、javascript:alert(1) https://a.example/"onclick=x';
    const links = [
      ["https://日本茶.jp/tea", "nofollow ugc noopener"],
      ["https://a.example/", "nofollow ugc noopener"],
    ];
    const post = aPost({ content: text });
    const comments = aCommentPage({ comments: [aComment({ content: text })], total: 1 });
    const pages: readonly [PageName, readonly Preloaded[], number][] = [
      ["community", [{ query: "feed", params: {}, data: aPostPage({ posts: [post] }) }], 1],
      [
        "post",
        [
          { query: "post", params: { id: "12" }, data: post },
          { query: "comments", params: { id: "12" }, data: comments },
        ],
        2,
      ],
      [
        "member",
        [
          { query: "member", params: { id: hana.id }, data: { ...hana, bio: text } },
          { query: "memberPosts", params: { id: hana.id }, data: aPostPage({ posts: [] }) },
          { query: "shared", params: { id: hana.id }, data: null },
        ],
        1,
      ],
    ];
    for (const [page, preloaded, times] of pages) {
      const { errors, before, after } = await load(payloadOf(page, language, { preloaded }));
      const found = [...document.querySelectorAll("a[rel~=ugc]")];

      expect(errors).toEqual([]);
      expect(after).toBe(before);
      expect(found.map((link) => [link.getAttribute("href"), link.getAttribute("rel")])).toEqual(
        Array.from({ length: times }, () => links).flat(),
      );
      expect(document.body.textContent).toContain(text);
      expect(document.querySelector("[onclick], a a")).toBeNull();
      cleanup();
    }
  });

  test("route of every address equals the route the server rendered", () => {
    const places = pageNames.map((page) => {
      const { route, url, params } = payloadOf(page, language);
      return [placeAt(url), { page: route, language, params }];
    });

    expect(
      places.filter(([found, rendered]) => JSON.stringify(found) !== JSON.stringify(rendered)),
    ).toEqual([]);
  });
});

describe("hydration of a post", () => {
  const params = { id: "12" };
  const comments = aCommentPage({
    comments: [aComment(), aComment({ id: 2, user: null })],
    next: "c2",
    total: 60,
  });
  const posts = [
    ["that does not exist", null, null],
    ["that was removed", "removed", null],
    ["with pictures and comments", aPost({ images: [anImage(), anImage({ id: "b" })] }), comments],
    ["of a former member", aPost({ user: null, title: "新茶", language: "ja" }), comments],
    ["without its comments", aPost(), null],
  ] as const;

  test.each(posts)("%s reports no error", async (_, post, page) => {
    const preloaded = [
      { query: "post", params, data: post },
      { query: "comments", params, data: page },
    ] as const;

    const { errors, before, after } = await load(payloadOf("post", "ja", { preloaded }));

    expect(errors).toEqual([]);
    if (page !== null || typeof post !== "object") expect(after).toBe(before);
  });
});

describe("hydration", () => {
  test.each([
    "?search=oku%20midori&lineage=0&page=2",
    "?search=yabkita",
    "?search=zzzzzzzz",
    "?search=%0D%0Aa%0Db%00",
    "?search=%ED%A0%80%E0%A4%A",
    "?search=%F0%9F%8D%B5%3Cb%3E%26amp%3B",
  ])("of the list at %s reports no error", async (query) => {
    const { errors } = await load(payloadOf("cultivars", "en", { url: `/cultivars${query}` }));

    expect(errors).toEqual([]);
  });

  test("reports no error with a stored theme and language", async () => {
    localStorage.setItem("theme", "dark");
    localStorage.setItem("language", "ja");

    const { errors } = await load(payloadOf("about", "en"));

    expect(errors).toEqual([]);
    await vi.waitFor(() => expect(document.querySelector(".language-suggestion")).not.toBeNull());
    expect(document.querySelector(".theme-switch")?.getAttribute("data-shown")).toBe("dark");
  });

  test("reports no error when storage is forbidden", async () => {
    forbidStorage();

    const { errors } = await load(payloadOf("home", "ja"));

    expect(errors).toEqual([]);
  });

  test("reports an error when the payload differs", async () => {
    const rendered = payloadOf("about", "en");
    const names = { en: "Elsewhere", ja: "よそ" };

    const { errors } = await load(rendered, { ...rendered, site: { ...rendered.site, names } });

    expect(errors).not.toEqual([]);
  });
});
