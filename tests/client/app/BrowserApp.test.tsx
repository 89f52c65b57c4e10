// @vitest-environment jsdom
/** Client-side navigation: scroll, focus, head and failures. */
import { act, cleanup, screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { initialDelayMs } from "../../../client/contracts/limits.generated.ts";
import type { QueryLoaders } from "../../../client/page/queries.ts";
import { testLoaders, operator, visit } from "../renderPage.tsx";
import { translate } from "../messages.ts";

const heading = () => screen.getByRole("heading", { level: 1 }).textContent;
const address = () => location.pathname + location.search + location.hash;
const announced = () => document.getElementById("announcer")?.textContent;

const about = translate.en("about.title");
const contact = translate.en("contact.title");
const terms = translate.en("terms.title");
const privacy = translate.en("privacy.title");
const retry = translate.en("app.loadFailed.retry");
const failed = translate.en("app.loadFailed.title");

async function waitForPage(title: string): Promise<void> {
  await screen.findByRole("heading", { level: 1, name: title });
}

/** Returns loaders whose query `operator` is pending until the test calls `resolve` or `reject`. */
function slowOperator() {
  const answer = Promise.withResolvers<typeof operator>();
  const loaders: QueryLoaders = { ...testLoaders, operator: () => answer.promise };
  return { ...answer, loaders };
}

afterEach(() => {
  cleanup();
  sessionStorage.clear();
  document.documentElement.lang = "";
});

describe("client-side navigation", () => {
  test("from the list opens a cultivar at the top without a reload", async () => {
    const { user, scrolledTo } = await visit("/cultivars?search=saemidori");

    await user.click(screen.getByRole("link", { name: "Saemidori" }));
    await waitForPage("Saemidori さえみどり");

    expect(address()).toBe("/cultivars/saemidori");
    expect(document.title).toBe(
      `${translate.en("cultivar.meta.title", { nameJa: "さえみどり", nameEn: "Saemidori" })} | Chanoki`,
    );
    expect(scrolledTo).toHaveBeenLastCalledWith({ top: 0, behavior: "instant" });
  });

  test("moves focus to main and announces the new title", async () => {
    const { user } = await visit("/about");

    await user.click(screen.getByRole("link", { name: translate.en("app.footer.terms") }));
    await waitForPage(terms);

    expect(document.activeElement?.id).toBe("main");
    expect(announced()).toBe(translate.en("app.moved", { title: document.title }));
    expect(document.title).toBe(`${translate.en("terms.meta.title")} | Chanoki`);
  });

  test("to the other language keeps query and scroll position", async () => {
    const { user, scrolledTo } = await visit("/cultivars?lineage=x");

    await user.click(screen.getByRole("link", { name: "日本語" }));
    await waitForPage(translate.ja("cultivars.title"));

    expect(address()).toBe("/ja/cultivars?lineage=x");
    expect(document.documentElement.lang).toBe("ja");
    expect(scrolledTo).not.toHaveBeenCalled();
    expect(announced()).toBe(translate.ja("app.moved", { title: document.title }));
  });

  test("to the other language and back switches the site's links in the head", async () => {
    const found = document.createElement("div");
    found.innerHTML =
      '<link rel="manifest" href="/manifest.webmanifest">' +
      '<link rel="search" href="/opensearch.xml" title="Chanoki">' +
      '<link rel="alternate" href="/feed.atom" title="Chanoki">' +
      '<link rel="stylesheet" href="/assets/page.css">';
    const links = [...found.querySelectorAll("link")];
    document.head.append(...links);
    const linked = () => links.map((link) => [link.getAttribute("href"), link.title]);
    const before = linked();
    const { user } = await visit("/about");

    await user.click(screen.getByRole("link", { name: "日本語" }));

    await waitForPage(translate.ja("about.title"));
    await waitFor(() => expect(linked()).not.toEqual(before));
    expect(linked()).toEqual([
      ["/ja/manifest.webmanifest", ""],
      ["/ja/opensearch.xml", "茶の木"],
      ["/ja/feed.atom", "茶の木"],
      ["/assets/page.css", ""],
    ]);
    await user.click(screen.getByRole("link", { name: "English" }));
    await waitForPage(about);
    await waitFor(() => expect(linked()).toEqual(before));
    for (const link of links) link.remove();
  });

  test("by a filter of the first page does not scroll", async () => {
    const { user, scrolledTo } = await visit("/cultivars");
    vi.stubGlobal("scrollY", 640);

    await user.click(document.querySelector("input[name=suitableFor]") as HTMLElement);
    await waitFor(() => expect(address()).toContain("suitableFor="));

    expect(scrolledTo).not.toHaveBeenCalled();
  });

  test("back restores page and scroll position", async () => {
    const { user, scrolledTo } = await visit("/about");
    vi.stubGlobal("scrollY", 640);
    await user.click(screen.getByRole("link", { name: translate.en("app.footer.privacy") }));
    await waitForPage(privacy);

    act(() => history.back());
    await waitForPage(about);

    expect(address()).toBe("/about");
    expect(scrolledTo).toHaveBeenLastCalledWith({ top: 640, behavior: "instant" });
  });

  test("to an unknown address shows the not-found page", async () => {
    await visit("/about");
    history.pushState(null, "", "/nowhere");

    act(() => void dispatchEvent(new PopStateEvent("popstate")));
    await waitForPage(translate.en("notFound.title"));

    expect(document.head.querySelector("link[rel=canonical]")).toBeNull();
  });

  test("removes the JSON-LD graph of the first page", async () => {
    const graph = document.createElement("script");
    graph.type = "application/ld+json";
    document.head.append(graph);
    const { user } = await visit("/about");

    await user.click(screen.getByRole("link", { name: translate.en("app.footer.terms") }));
    await waitForPage(terms);

    expect(document.head.contains(graph)).toBe(false);
  });

  test("leaves one title, one canonical and one description", async () => {
    const { user } = await visit("/about");

    await user.click(screen.getByRole("link", { name: translate.en("app.footer.terms") }));
    await waitForPage(terms);

    expect(document.head.querySelectorAll("title")).toHaveLength(1);
    expect(document.head.querySelectorAll("link[rel=canonical]")).toHaveLength(1);
    expect(document.head.querySelectorAll("meta[name=description]")).toHaveLength(1);
  });
});

describe("pending navigation", () => {
  test("keeps the old page and shows a progress bar", async () => {
    const { loaders, resolve } = slowOperator();
    const { user } = await visit("/about", loaders);

    await user.click(screen.getByRole("link", { name: translate.en("app.footer.contact") }));
    expect(heading()).toBe(about);

    await screen.findByRole("progressbar", { name: translate.en("app.loading") });
    expect(heading()).toBe(about);
    await act(async () => resolve(operator));
    await waitForPage(contact);

    expect(screen.queryByRole("progressbar")).toBeNull();
  });

  test("shows the progress bar only after the initial delay", async () => {
    const { loaders, resolve } = slowOperator();
    const { user } = await visit("/about", loaders);
    const link = screen.getByRole("link", { name: translate.en("app.footer.contact") });
    let clickedAt = Number.NaN;
    let shownAt = Number.NaN;
    link.addEventListener("click", () => (clickedAt = performance.now()), { once: true });
    const observer = new MutationObserver(() => {
      if (screen.queryByRole("progressbar")) shownAt ||= performance.now();
    });
    observer.observe(document.body, { childList: true, subtree: true });

    await user.click(link);
    await screen.findByRole("progressbar");
    observer.disconnect();
    await act(async () => resolve(operator));

    // A timer may fire a fraction of a millisecond early.
    expect(shownAt - clickedAt).toBeGreaterThan(initialDelayMs - 2);
  });

  test("shows no progress bar when the page is ready at once", async () => {
    const { user } = await visit("/cultivars");

    await user.click(screen.getByRole("link", { name: "日本語" }));
    await waitForPage(translate.ja("cultivars.title"));
    await user.click(screen.getByRole("link", { name: "English" }));
    await waitForPage(translate.en("cultivars.title"));
    await act(() => new Promise((resolve) => setTimeout(resolve, 200)));

    expect(screen.queryByRole("progressbar")).toBeNull();
  });

  test("is replaced by a later click", async () => {
    const { loaders, resolve } = slowOperator();
    const { user } = await visit("/about", loaders);

    await user.click(screen.getByRole("link", { name: translate.en("app.footer.contact") }));
    await user.click(screen.getByRole("link", { name: translate.en("app.footer.terms") }));
    await waitForPage(terms);
    await act(async () => resolve(operator));

    expect(heading()).toBe(terms);
    expect(address()).toBe("/terms");
  });

  test("is not cancelled by a search typed on the old page", async () => {
    const answer = Promise.withResolvers<void>();
    const cultivar: QueryLoaders["cultivar"] = async (...asked) => {
      await answer.promise;
      return testLoaders.cultivar(...asked);
    };
    const { user } = await visit("/cultivars", { ...testLoaders, cultivar });

    await user.click(screen.getByRole("link", { name: "Asahi" }));
    await user.type(screen.getByRole("searchbox"), "midori");
    await act(async () => answer.resolve());
    await waitForPage("Asahi あさひ");

    expect(address()).toBe("/cultivars/asahi");
  });
});

describe("failed navigation", () => {
  function brokenOnce(): QueryLoaders {
    let isBroken = true;
    const ask = async () => {
      if (isBroken) throw new TypeError("offline");
      return operator;
    };
    addEventListener("online", () => {
      isBroken = false;
    });
    return { ...testLoaders, operator: ask };
  }

  test("shows an error at the new address and loads after a retry", async () => {
    const { user } = await visit("/about", brokenOnce());

    await user.click(screen.getByRole("link", { name: translate.en("app.footer.contact") }));
    await waitForPage(failed);
    expect(address()).toBe("/contact");
    dispatchEvent(new Event("online"));
    await user.click(screen.getByRole("button", { name: retry }));

    await waitForPage(contact);
    expect(screen.queryByRole("alert")).toBeNull();
  });

  test("keeps the retry button after a failed retry", async () => {
    const { user } = await visit("/about", brokenOnce());
    await user.click(screen.getByRole("link", { name: translate.en("app.footer.contact") }));
    await waitForPage(failed);

    await user.click(screen.getByRole("button", { name: retry }));

    await waitFor(() => expect(screen.getByRole("button", { name: retry })).toBeDefined());
  });

  test("allows navigation to another page", async () => {
    const { user } = await visit("/about", brokenOnce());
    await user.click(screen.getByRole("link", { name: translate.en("app.footer.contact") }));
    await waitForPage(failed);

    await user.click(screen.getByRole("link", { name: translate.en("app.nav.cultivars") }));

    await waitForPage(translate.en("cultivars.title"));
  });
});
