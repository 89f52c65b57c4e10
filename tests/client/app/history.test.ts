// @vitest-environment jsdom
/** Clicks handled by the router, history entries and scroll positions. */
import { createPath } from "react-router";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createScrollHistory, currentLocation, settleScroll } from "../../../client/app/history.ts";
import { forbidStorage, stubBrowser } from "../browser.ts";

const start = "/cultivars?page=2";

function address(): string {
  return location.pathname + location.search + location.hash;
}

interface ListenedHistory {
  readonly navigator: ReturnType<typeof createScrollHistory>["navigator"];
  readonly visited: string[];
  readonly stop: () => void;
}

function listenToHistory(): ListenedHistory {
  const visited: string[] = [];
  const { navigator, listen } = createScrollHistory(() => visited.push(address()));
  return { navigator, visited, stop: listen() };
}

let current: ListenedHistory;
let scrolled: ReturnType<typeof stubBrowser>["scrolledTo"];

// This listener is added last. It records whether the router left the click to the browser, and prevents
// navigation, which jsdom lacks.
const browser = { gotClick: false };
function followAsBrowser(event: Event): void {
  browser.gotClick = !event.defaultPrevented;
  event.preventDefault();
}

beforeEach(() => {
  scrolled = stubBrowser().scrolledTo;
  history.replaceState(null, "", start);
  current = listenToHistory();
  addEventListener("click", followAsBrowser);
});

afterEach(() => {
  current.stop();
  removeEventListener("click", followAsBrowser);
  sessionStorage.clear();
  document.body.innerHTML = "";
});

function click(markup: string, mouse: MouseEventInit = {}): void {
  document.body.innerHTML = markup;
  const target = document.querySelector("[data-target]") ?? document.querySelector("a");
  target?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, ...mouse }));
}

describe("click handled by the router", () => {
  test.each([
    ["to another page", '<a href="/about">', "/about"],
    ["to the other language", '<a href="/ja/cultivars?page=2">', "/ja/cultivars?page=2"],
    ["to the same list, longer", '<a href="/cultivars?page=3#c-z1">', "/cultivars?page=3#c-z1"],
    ["to a query alone", '<a href="?lineage=x">', "/cultivars?lineage=x"],
    ["to the address where one is", `<a href="${start}">`, start],
    ["with its whole address", '<a href="http://localhost:3000/about">', "/about"],
    ["on what stands inside the link", '<a href="/about"><b data-target>b</b></a>', "/about"],
    [
      "on a name in a drawing",
      '<svg><a href="/about"><text data-target>t</text></a></svg>',
      "/about",
    ],
  ])("click %s", (_, markup, to) => {
    click(markup);

    expect(current.visited).toEqual([to]);
    expect(browser.gotClick).toBe(false);
  });
});

describe("click left to the browser", () => {
  const link = '<a href="/about">';

  test.each([
    ["with the command key", link, { metaKey: true }],
    ["with the control key", link, { ctrlKey: true }],
    ["with the shift key", link, { shiftKey: true }],
    ["with the alt key", link, { altKey: true }],
    ["with the middle button", link, { button: 1 }],
    ["to another window", '<a href="/about" target="_blank">', {}],
    ["to a download", '<a href="/about" download>', {}],
    ["to another site", '<a href="https://example.org/about">', {}],
    ["to another port", '<a href="http://localhost:3001/about">', {}],
    ["to an e-mail", '<a href="mailto:a@example.org">', {}],
    ["to a telephone", '<a href="tel:+81">', {}],
    ["to a picture", '<a href="/images/0yabukita.jpg">', {}],
    ["to a feed", '<a href="/sitemap.xml?x=1">', {}],
    ["to a place on this page", `<a href="${start}#main">`, {}],
    ["to a bare fragment", '<a href="#main">', {}],
    ["beside any link", '<a href="/about"></a><b data-target>b</b>', {}],
    ["on a link that leads nowhere", "<a>", {}],
  ])("click %s", (_, markup, mouse) => {
    click(markup, mouse);

    expect(current.visited).toEqual([]);
    expect(browser.gotClick).toBe(true);
    expect(address()).toBe(start);
  });

  test("after another handler prevented it", () => {
    document.body.addEventListener("click", (event) => event.preventDefault(), { once: true });

    click(link);

    expect(current.visited).toEqual([]);
  });

  test("after the listener was stopped", () => {
    current.stop();

    click(link);

    expect(current.visited).toEqual([]);
    expect(browser.gotClick).toBe(true);
  });
});

describe("history", () => {
  test("push adds an entry and replace does not", () => {
    const before = history.length;

    current.navigator.push("/about");
    current.navigator.replace("/terms?a=b#c");

    expect(history.length - before).toBe(1);
    expect(current.visited).toEqual(["/about", "/terms?a=b#c"]);
  });

  test("path is reported without its fragment", () => {
    current.navigator.push("/cultivars?page=3#c-z1");

    expect(createPath(currentLocation())).toBe("/cultivars?page=3");
  });

  test("another page that replaces an entry opens at its top", () => {
    current.navigator.push("/post/1/edit");
    vi.stubGlobal("scrollY", 900);
    current.navigator.replace("/post/1");

    settleScroll(currentLocation());
    expect(scrolled).toHaveBeenLastCalledWith({ top: 0, behavior: "instant" });
  });

  test("entry key is unique and is kept by replace", () => {
    current.navigator.push("/about");
    const first = currentLocation().key;
    current.navigator.replace("/about?a");
    const replaced = currentLocation().key;
    current.navigator.push("/about");

    expect(replaced).toBe(first);
    expect(currentLocation().key).not.toBe(first);
  });

  test("browser scroll restoration is manual", () => {
    expect(history.scrollRestoration).toBe("manual");
  });
});

describe("scroll position", () => {
  function setScrollPosition(top: number): void {
    vi.stubGlobal("scrollY", top);
  }

  async function traverse(steps: number): Promise<void> {
    const arrived = new Promise((resolve) => {
      addEventListener("popstate", resolve, { once: true });
    });
    history.go(steps);
    await arrived;
  }

  function settledAt(): unknown {
    scrolled.mockClear();
    settleScroll(currentLocation());
    return scrolled.mock.calls[0]?.[0]?.top;
  }

  test("of a new page is the top", () => {
    setScrollPosition(700);
    current.navigator.push("/about");

    expect(settledAt()).toBe(0);
    expect(scrolled).toHaveBeenCalledWith({ top: 0, behavior: "instant" });
  });

  test("is restored by back and forward", async () => {
    setScrollPosition(700.4);
    current.navigator.push("/about");
    setScrollPosition(50);

    await traverse(-1);
    const back = settledAt();
    await traverse(1);

    expect([back, settledAt()]).toEqual([700, 50]);
    expect(current.visited).toEqual(["/about", start, "/about"]);
  });

  test("is stored on pagehide", () => {
    setScrollPosition(300);

    dispatchEvent(new Event("pagehide"));

    expect(settledAt()).toBe(300);
  });

  test.each(["c-z1", "茶", "a%20b"])(
    "is left to scrollIntoView for the fragment %s",
    (fragment) => {
      document.body.innerHTML = `<p id="${decodeURIComponent(fragment)}"></p>`;
      const scrollIntoView = vi.fn();
      Object.assign(document.body.children[0] ?? {}, { scrollIntoView });
      current.navigator.push(`/about#${fragment}`);

      expect(settledAt()).toBeUndefined();
      expect(scrollIntoView).toHaveBeenCalledOnce();
    },
  );

  test("is the top for an unknown fragment", () => {
    current.navigator.push("/about#nowhere");

    expect(settledAt()).toBe(0);
  });

  test("of a revisited entry wins over its fragment", async () => {
    document.body.innerHTML = '<p id="foot"></p>';
    current.navigator.push("/about#foot");
    setScrollPosition(420);
    current.navigator.push("/terms");

    await traverse(-1);

    expect(settledAt()).toBe(420);
  });

  test("is the top when storage is forbidden", async () => {
    forbidStorage();
    setScrollPosition(700);
    current.navigator.push("/about");

    await traverse(-1);

    expect(settledAt()).toBe(0);
    expect(current.visited).toEqual(["/about", start]);
  });

  test("is the top when the stored value is invalid", () => {
    sessionStorage.setItem("scroll-positions", "{not json");
    current.navigator.push("/about");

    expect(settledAt()).toBe(0);
  });
});

test("navigation works without crypto.randomUUID", () => {
  const { crypto: original } = globalThis;
  vi.stubGlobal("crypto", { getRandomValues: original.getRandomValues.bind(original) });

  current.navigator.push("/about");
  current.navigator.push("/terms");

  expect(current.visited).toEqual(["/about", "/terms"]);
});
