// @vitest-environment jsdom
/** Cultivar list: paging, filters, empty state and head. */
import { cleanup, screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, test } from "vitest";
import { catalogueFigures } from "../../../client/contracts/figures.ts";
import { cultivarPageSize } from "../../../client/contracts/limits.generated.ts";
import { testLoaders, visit } from "../renderPage.tsx";
import { translate } from "../messages.ts";

const t = translate.en;
const total = catalogueFigures.cultivars;
const cards = () => [...document.querySelectorAll("article")].map(({ id }) => id.replace("c-", ""));
const countHeading = () => screen.getByRole("heading", { level: 2 }).textContent;
const moreLink = () => document.querySelector(".cultivar-list-more a");
const moreLabel = (next: number, remaining: number) => t("cultivars.more", { next, remaining });
const allShown = (count: number) => screen.queryByText(t("cultivars.allShown", { count }));
const countLabel = (count: number) => t("cultivars.results.count", { count });
const box = (value: string) => existing(document.querySelector(`input[value="${value}"]`));
const address = () => location.pathname + location.search + location.hash;

function headTag(selector: string, attribute: string): string | null | undefined {
  return document.head.querySelector(selector)?.getAttribute(attribute);
}

function existing(element: Element | null): Element {
  if (element === null) throw new Error("there is nothing to press");
  return element;
}

afterEach(cleanup);

describe("cultivar list", () => {
  test("shows the first ten and the number remaining", async () => {
    await visit("/cultivars");

    expect(cards()).toHaveLength(10);
    expect(cards()[0]).toBe("akane");
    expect(countHeading()).toBe(countLabel(total));
    expect(moreLink()?.textContent).toBe(moreLabel(10, 120));
  });

  test.each([
    ["", "note"],
    ["&view=bud", "bud"],
    ["&view=pluck", "pluck"],
  ] as const)("with %j says by which event a range of days compares", async (view, note) => {
    await visit(`/cultivars?from=-5&to=0${view}`);

    const field = screen.getByLabelText(t("cultivars.days.from"));
    const id = field.getAttribute("aria-describedby") ?? "";
    expect(document.getElementById(id)?.textContent).toBe(t(`cultivars.days.${note}`));
  });

  test.each([
    ["", false],
    ["?lineage=1", true],
    ["?view=table", true],
  ])("with %j says that lineages count doubtful parents: %s", async (query, isSaid) => {
    await visit(`/cultivars${query}`);

    expect(screen.queryByText(t("cultivars.lineageNote")) !== null).toBe(isSaid);
  });

  test("appends ten more on request", async () => {
    const { user } = await visit("/cultivars");
    const before = cards();

    await user.click(existing(moreLink()));

    expect(cards()).toHaveLength(20);
    expect(cards().slice(0, 10)).toEqual(before);
    expect(address()).toBe(`/cultivars?page=2#c-${cards()[10]}`);
  });

  test("focuses the first new card", async () => {
    const { user } = await visit("/cultivars");

    await user.click(existing(moreLink()));

    expect(document.activeElement?.closest("article")?.id).toBe(`c-${cards()[10]}`);
  });

  test("has fewer cards again after going back", async () => {
    const { user } = await visit("/cultivars");
    await user.click(existing(moreLink()));

    history.back();

    await waitFor(() => expect(cards()).toHaveLength(10));
    expect(address()).toBe("/cultivars");
  });

  test("shows the remaining cards at the last step, then that all are shown", async () => {
    const { user } = await visit("/cultivars?lineage=4&page=1");
    expect(moreLink()?.textContent).toBe(moreLabel(2, 2));

    await user.click(existing(moreLink()));

    expect(cards()).toHaveLength(12);
    expect(moreLink()).toBeNull();
    expect(allShown(12)).not.toBeNull();
  });

  test.each([`/cultivars?page=${Math.ceil(total / cultivarPageSize)}`, "/cultivars?page=99"])(
    "at %s shows all cards",
    async (path) => {
      await visit(path);

      expect(cards()).toHaveLength(total);
      expect(allShown(total)).not.toBeNull();
    },
  );
});

describe("cultivar search and filters", () => {
  test("narrow the list while typing and replace the address", async () => {
    const { user } = await visit("/cultivars?page=3");
    const entries = history.length;

    await user.type(screen.getByRole("searchbox"), "okumi");

    await waitFor(() => expect(cards()).toEqual(["okumidori"]));
    expect(countHeading()).toBe(countLabel(1));
    expect(address()).toBe("/cultivars?search=okumi");
    expect(history.length).toBe(entries);
  });

  test("are combined and reset the page", async () => {
    const { user } = await visit("/cultivars?page=3");

    await user.click(box("gyokuro"));
    await user.click(box("kyoto"));

    expect(address()).toBe("/cultivars?suitableFor=gyokuro&origin=kyoto");
    expect(cards()).toContain("gokou");
    expect(cards()).not.toContain("yabukita");
    expect(document.querySelector(".cultivar-list-head span")?.textContent).toBe(
      t("cultivars.filters.active", { count: 2 }),
    );
  });

  test("order is chosen by its label", async () => {
    const { user } = await visit("/cultivars");

    await user.selectOptions(
      screen.getByLabelText(t("cultivars.sort.label")),
      t("cultivars.sort.newest"),
    );

    expect(address()).toBe("/cultivars?sort=newest");
  });

  test("are all cleared by the reset link", async () => {
    const { user } = await visit("/cultivars?search=oku&lineage=0&page=2");
    const entries = history.length;

    await user.click(screen.getByRole("link", { name: t("cultivars.filters.reset") }));

    expect(address()).toBe("/cultivars");
    expect(countHeading()).toBe(countLabel(total));
    expect(screen.getByRole<HTMLInputElement>("searchbox").value).toBe("");
    expect(history.length).toBe(entries);
  });

  test.each([
    ["search=oku", "Clear search"],
    ["origin=kyoto", "Reset filters"],
    ["search=zzzzzzzz", "Clear search"],
    ["search=zzzzzzzz&lineage=0", "Reset filters"],
  ])("list with %s has a link to the whole list named %s", async (query, name) => {
    await visit(`/cultivars?${query}`);

    expect(screen.getByRole("link", { name }).getAttribute("href")).toBe("/cultivars");
  });

  test("whole list has no reset link", async () => {
    const { container } = await visit("/cultivars");

    expect(container.querySelector(".cultivar-list-reset")).toBeNull();
  });
});

describe("search index", () => {
  test("is loaded with a page of a search, and not with the plain list", async () => {
    let loads = 0;
    const findEntries = async () => {
      loads++;
      return testLoaders.findEntries("en", {}, "");
    };
    const { user } = await visit("/cultivars", { ...testLoaders, findEntries });
    expect(loads).toBe(0);

    await user.click(screen.getByRole("searchbox"));
    expect(loads).toBe(1);

    await user.type(screen.getByRole("searchbox"), "Norin 40");
    await waitFor(() => expect(cards()[0]).toBe("saemidori"));
    expect(loads).toBe(1);
  });

  test("record behind Norin 40 is one press away from the list", async () => {
    const { user } = await visit("/cultivars");

    await user.type(screen.getByRole("searchbox"), "Norin 40");
    await user.click(screen.getAllByRole("link", { name: "Saemidori" })[0] ?? document.body);

    await waitFor(() => expect(location.pathname).toBe("/cultivars/saemidori"));
  });
});

describe("cultivar search without an exact match", () => {
  test("shows the closest spelling with a note", async () => {
    await visit("/cultivars?search=yabkita");

    expect(cards()).toEqual(["yabukita"]);
    expect(screen.getByText(t("cultivars.results.near", { search: "yabkita" }))).toBeDefined();
  });

  test("has no note for an exact match", async () => {
    await visit("/cultivars?search=yabukita");

    expect(cards()[0]).toBe("yabukita");
    expect(screen.queryByText(t("cultivars.results.near", { search: "yabukita" }))).toBeNull();
  });

  test("shows an empty state with links to all and to known cultivars", async () => {
    const { user } = await visit("/cultivars?search=zzzzzzzz");
    expect(cards()).toEqual([]);
    expect(screen.getByText(t("cultivars.empty.title"))).toBeDefined();
    expect(screen.getByRole("link", { name: "Goko" }).getAttribute("href")).toBe(
      "/cultivars/gokou",
    );

    await user.click(screen.getByRole("link", { name: t("cultivars.empty.reset") }));

    expect(countHeading()).toBe(countLabel(total));
    expect(address()).toBe("/cultivars");
  });

  test("keeps hostile input as text", async () => {
    const typed = '"><img src=x onerror=alert(1)>';

    const { container } = await visit(`/cultivars?search=${encodeURIComponent(typed)}`);

    expect(screen.getByRole<HTMLInputElement>("searchbox").value).toBe(typed);
    expect(container.querySelector("img")).toBeNull();
  });
});

describe("cultivar list head", () => {
  test("of the plain list has the count, a canonical and is indexed", async () => {
    await visit("/cultivars");

    expect(document.title).toBe(`${t("cultivars.meta.title", { count: total })} | Chanoki`);
    expect(headTag("meta[name=robots]", "content")).toContain("index,follow,max");
    expect(headTag("link[rel=canonical]", "href")).toBe("https://chanoki.example/cultivars");
  });

  test("of a further page has its own canonical", async () => {
    await visit("/ja/cultivars?page=2");

    expect(document.title).toBe(`${translate.ja("cultivars.meta.page", { page: 2 })} | 茶の木`);
    expect(headTag("link[rel=canonical]", "href")).toBe(
      "https://chanoki.example/ja/cultivars?page=2",
    );
    expect(headTag("link[hreflang=en]", "href")).toBe("https://chanoki.example/cultivars?page=2");
  });

  test.each([
    ["search=oku", "oku"],
    ["lineage=0,x", "Yabukita, Others / unclassified"],
    ["search=oku&origin=kyoto&page=2", "oku, Kyoto"],
    ["suitableFor=unknown", "Suitable for: Not known"],
    ["anthracnose=high&maturity=early", "Early, Anthracnose resistance: High"],
  ])("of a view with %s names its filters and is not indexed", async (query, filters) => {
    await visit(`/cultivars?${query}`);

    expect(document.title).toBe(`${t("cultivars.meta.filtered", { filters })} | Chanoki`);
    expect(headTag("meta[name=robots]", "content")).toBe("noindex,follow");
    expect(headTag("link[rel=canonical]", "href")).toBe("https://chanoki.example/cultivars");
  });

  test("of one value names its filter, has its own canonical and is indexed", async () => {
    await visit("/cultivars?lineage=x");

    const labels = { filter: "Lineage", value: "Others / unclassified" };
    expect(document.title).toBe(`${t("cultivars.meta.single", labels)} | Chanoki`);
    expect(headTag("meta[name=robots]", "content")).toContain("index,follow,max");
    expect(headTag("link[rel=canonical]", "href")).toBe(
      "https://chanoki.example/cultivars?lineage=x",
    );
  });
});
