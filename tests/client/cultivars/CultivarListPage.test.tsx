// @vitest-environment jsdom
/** The list: ten at a time, its whole state in the address, and never a dead end. */
import { cleanup, screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, test } from "vitest";
import { visit } from "../setting.tsx";
import { say } from "../words.ts";

const cards = () => screen.queryAllByRole("article").map(({ id }) => id.replace("c-", ""));
const counted = () => screen.getByRole("heading", { level: 2 }).textContent;
const more = () => document.querySelector(".cultivar-list-more a");
const saysMore = (next: number, remaining: number) => say.en("cultivars.more", { next, remaining });
const allShown = (count: number) => screen.queryByText(say.en("cultivars.allShown", { count }));
const sayCount = (count: number) => say.en("cultivars.results.count", { count });
const filter = (name: "origin" | "suitableFor") =>
  screen.getByLabelText(say.en(`cultivars.filters.${name}`));
const address = () => location.pathname + location.search + location.hash;

function headTag(selector: string, attribute: string): string | null | undefined {
  return document.head.querySelector(selector)?.getAttribute(attribute);
}

function press(element: Element | null): Element {
  if (element === null) throw new Error("there is nothing to press");
  return element;
}

afterEach(cleanup);

describe("ten at a time", () => {
  test("the first ten stand in reading order, and how many are left", async () => {
    await visit("/cultivars");

    expect(cards()).toHaveLength(10);
    expect(cards()[0]).toBe("akane");
    expect(counted()).toBe(sayCount(120));
    expect(more()?.textContent).toBe(saysMore(10, 110));
  });

  test("ten more come below the ones that are there", async () => {
    const { user } = await visit("/cultivars");
    const before = cards();

    await user.click(press(more()));

    expect(cards()).toHaveLength(20);
    expect(cards().slice(0, 10)).toEqual(before);
    expect(address()).toBe(`/cultivars?page=2#c-${cards()[10]}`);
  });

  test("the keyboard goes on at the first new card", async () => {
    const { user } = await visit("/cultivars");

    await user.click(press(more()));

    expect(document.activeElement?.closest("article")?.id).toBe(`c-${cards()[10]}`);
  });

  test("back shows the shorter list again", async () => {
    const { user } = await visit("/cultivars");
    await user.click(press(more()));

    history.back();

    await waitFor(() => expect(cards()).toHaveLength(10));
    expect(address()).toBe("/cultivars");
  });

  test("the last step shows what is left, and then that all are shown", async () => {
    const { user } = await visit("/cultivars?lineage=4&page=1");
    expect(more()?.textContent).toBe(saysMore(2, 2));

    await user.click(press(more()));

    expect(cards()).toHaveLength(12);
    expect(more()).toBeNull();
    expect(allShown(12)).not.toBeNull();
  });

  test.each(["/cultivars?page=12", "/cultivars?page=99"])("%s shows them all", async (path) => {
    await visit(path);

    expect(cards()).toHaveLength(120);
    expect(allShown(120)).not.toBeNull();
  });
});

describe("search and filters", () => {
  test("narrow the list while one types, and the address follows without a new entry", async () => {
    const { user } = await visit("/cultivars?page=3");
    const entries = history.length;

    await user.type(screen.getByRole("searchbox"), "okumi");

    expect(cards()).toEqual(["okumidori"]);
    expect(counted()).toBe(sayCount(1));
    expect(address()).toBe("/cultivars?search=okumi");
    expect(history.length).toBe(entries);
  });

  test("hold together, and start at the first ten again", async () => {
    const { user } = await visit("/cultivars?page=3");

    await user.selectOptions(filter("origin"), "Kyoto");
    await user.selectOptions(filter("suitableFor"), "gyokuro");

    expect(address()).toBe("/cultivars?origin=kyoto&suitableFor=gyokuro");
    expect(cards()).toContain("gokou");
    expect(cards()).not.toContain("yabukita");
    expect(document.querySelector(".cultivar-list-head span")?.textContent).toBe(
      say.en("cultivars.filters.active", { count: 2 }),
    );
  });

  test("are all taken back by one reset", async () => {
    const { user } = await visit("/cultivars?search=oku&lineage=0&page=2");
    const entries = history.length;

    await user.click(screen.getByRole("link", { name: say.en("cultivars.filters.reset") }));

    expect(address()).toBe("/cultivars");
    expect(counted()).toBe(sayCount(120));
    expect(screen.getByRole<HTMLInputElement>("searchbox").value).toBe("");
    expect(history.length).toBe(entries);
  });

  test.each([
    ["search=oku", "Clear search"],
    ["origin=kyoto", "Reset filters"],
    ["search=zzzzzzzz", "Clear search"],
    ["search=zzzzzzzz&lineage=0", "Reset filters"],
  ])("a list by %s has a link to the whole list that says %s", async (query, name) => {
    await visit(`/cultivars?${query}`);

    expect(screen.getByRole("link", { name }).getAttribute("href")).toBe("/cultivars");
  });

  test("the whole list has no such link", async () => {
    const { container } = await visit("/cultivars");

    expect(container.querySelector(".cultivar-list-reset")).toBeNull();
  });

  test("the count is announced to a screen reader as it changes", async () => {
    await visit("/cultivars");

    expect(screen.getByRole("heading", { level: 2 }).getAttribute("aria-live")).toBe("polite");
  });
});

describe("where nothing fits", () => {
  test("the closest spellings are shown, and that they are not the same", async () => {
    await visit("/cultivars?search=yabkita");

    expect(cards()).toEqual(["yabukita"]);
    expect(screen.getByText(say.en("cultivars.results.near", { search: "yabkita" }))).toBeDefined();
  });

  test("no such note stands over an exact match", async () => {
    await visit("/cultivars?search=yabukita");

    expect(cards()).toEqual(["yabukita"]);
    expect(screen.queryByText(say.en("cultivars.results.near", { search: "yabukita" }))).toBeNull();
  });

  test("a panel leads back to all cultivars and to some that many look for", async () => {
    const { user } = await visit("/cultivars?search=zzzzzzzz");
    expect(cards()).toEqual([]);
    expect(screen.getByText(say.en("cultivars.empty.title"))).toBeDefined();
    expect(screen.getByRole("link", { name: "Gokou" }).getAttribute("href")).toBe(
      "/cultivars/gokou",
    );

    await user.click(screen.getByRole("link", { name: say.en("cultivars.empty.reset") }));

    expect(counted()).toBe(sayCount(120));
    expect(address()).toBe("/cultivars");
  });

  test("what was typed stands there as text, whatever it is", async () => {
    const typed = '"><img src=x onerror=alert(1)>';

    const { container } = await visit(`/cultivars?search=${encodeURIComponent(typed)}`);

    expect(screen.getByRole<HTMLInputElement>("searchbox").value).toBe(typed);
    expect(container.querySelector("img")).toBeNull();
  });
});

describe("the head", () => {
  test("the plain list counts its cultivars and is listed", async () => {
    await visit("/cultivars");

    expect(document.title).toBe(`${say.en("cultivars.meta.title", { count: 120 })} | Chanoki`);
    expect(headTag("meta[name=robots]", "content")).toContain("index,follow,max");
    expect(headTag("link[rel=canonical]", "href")).toBe("https://chanoki.example/cultivars");
  });

  test("a further page is listed by itself", async () => {
    await visit("/ja/cultivars?page=2");

    expect(document.title).toBe(`${say.ja("cultivars.meta.page", { page: 2 })} | 茶の木`);
    expect(headTag("link[rel=canonical]", "href")).toBe(
      "https://chanoki.example/ja/cultivars?page=2",
    );
    expect(headTag("link[hreflang=en]", "href")).toBe("https://chanoki.example/cultivars?page=2");
  });

  test.each([
    ["search=oku", "oku"],
    ["lineage=x", "Others / unclassified"],
    ["search=oku&origin=kyoto&page=2", "oku, Kyoto"],
  ])(
    "a view by %s is named, belongs to the plain list and is not listed",
    async (query, filters) => {
      await visit(`/cultivars?${query}`);

      expect(document.title).toBe(`${say.en("cultivars.meta.filtered", { filters })} | Chanoki`);
      expect(headTag("meta[name=robots]", "content")).toBe("noindex,follow");
      expect(headTag("link[rel=canonical]", "href")).toBe("https://chanoki.example/cultivars");
    },
  );
});
