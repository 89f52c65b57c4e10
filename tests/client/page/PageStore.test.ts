/** Loading and caching of page data. */
import { describe, expect, test, vi } from "vitest";
import { pageParts, pages } from "../../../client/app/pages.generated.ts";
import type { CultivarView } from "../../../client/contracts/cultivar.ts";
import type { Language } from "../../../client/contracts/language.ts";
import type { Params } from "../../../client/contracts/routes.ts";
import { PageLibrary } from "../../../client/page/PageLibrary.ts";
import { PageStore } from "../../../client/page/PageStore.ts";
import { index, viewIn } from "../catalogue.ts";
import { testLoaders, operator, loadFrom } from "../renderPage.tsx";

function storeWithMocks() {
  const loadCultivar = vi.fn(
    async (language: Language, { id = "" }: Params): Promise<CultivarView | null> =>
      id === "saemidori" ? viewIn(language, id) : null,
  );
  const loadOperator = vi.fn(async () => operator);
  const library = new PageLibrary({ pages, parts: pageParts, loadMessages: async () => ({}) });
  const loaders = { ...testLoaders, cultivar: loadCultivar, operator: loadOperator };
  return { store: new PageStore(library, loadFrom(loaders)), loadCultivar, loadOperator };
}

const saemidori = { page: "cultivar", language: "ja", params: { id: "saemidori" } } as const;
const contact = { page: "contact", language: "en", params: {} } as const;

describe("data that no page uses", () => {
  const about = { page: "about", language: "ja", params: {} } as const;
  const minute = 60_000;

  function storeWithClock() {
    const clock = { now: 0 };
    const library = new PageLibrary({ pages, parts: pageParts, loadMessages: async () => ({}) });
    const cultivar = async (language: Language, { id = "" }: Params) => viewIn(language, id);
    return {
      clock,
      store: new PageStore(library, loadFrom({ ...testLoaders, cultivar }), () => clock.now),
    };
  }
  const isKept = (store: PageStore) => store.peek("cultivar", saemidori) !== undefined;

  test("is dropped after ten minutes", async () => {
    const { clock, store } = storeWithClock();
    await store.prepare(saemidori);
    await store.prepare(about);

    clock.now = 10 * minute - 1;
    await store.prepare(about);
    expect(isKept(store)).toBe(true);

    clock.now = 10 * minute;
    await store.prepare(about);
    expect(isKept(store)).toBe(false);
  });

  test("counts from when its page was left", async () => {
    const { clock, store } = storeWithClock();
    await store.prepare(saemidori);
    clock.now = 60 * minute;
    await store.prepare(about);

    expect(isKept(store)).toBe(true);
  });
});

describe("page preparation", () => {
  test("loads component and data", async () => {
    const { store } = storeWithMocks();
    expect(store.isReady(saemidori)).toBe(false);

    await store.prepare(saemidori);

    expect(store.isReady(saemidori)).toBe(true);
    expect(store.component("cultivar")).toBeTypeOf("function");
    expect(store.data("cultivar", "ja", saemidori.params)?.nameJa).toBe("さえみどり");
  });

  test("loads nothing a second time", async () => {
    const { store, loadCultivar } = storeWithMocks();

    await store.prepare(saemidori);
    await store.prepare(saemidori);

    expect(loadCultivar).toHaveBeenCalledOnce();
  });

  test("loads another record and another language separately", async () => {
    const { store, loadCultivar } = storeWithMocks();
    await store.prepare(saemidori);

    expect(store.isReady({ ...saemidori, params: { id: "z1" } })).toBe(false);
    expect(store.isReady({ ...saemidori, language: "en" })).toBe(false);
    await store.prepare({ ...saemidori, language: "en" });

    expect(loadCultivar).toHaveBeenCalledTimes(2);
    expect(store.data("cultivar", "en", saemidori.params)?.epithet).not.toBe(
      store.data("cultivar", "ja", saemidori.params)?.epithet,
    );
  });

  test("caches that a record does not exist", async () => {
    const { store, loadCultivar } = storeWithMocks();
    const nothing = { ...saemidori, params: { id: "fictional" } };

    await store.prepare(nothing);
    await store.prepare(nothing);

    expect(store.isReady(nothing)).toBe(true);
    expect(store.data("cultivar", "ja", nothing.params)).toBeNull();
    expect(loadCultivar).toHaveBeenCalledOnce();
  });

  test("does not load preloaded data", async () => {
    const { store, loadCultivar, loadOperator } = storeWithMocks();
    const data = viewIn("ja", "saemidori");

    store.seed("ja", [{ query: "cultivar", params: saemidori.params, data }]);
    await store.prepare(saemidori);

    expect(loadCultivar).not.toHaveBeenCalled();
    expect(loadOperator).not.toHaveBeenCalled();
    expect(store.data("cultivar", "ja", saemidori.params)).toBe(data);
  });

  test("provides the built-in catalogue index", async () => {
    const { store } = storeWithMocks();
    const list = { page: "cultivars", language: "en", params: {} } as const;

    await store.prepare(list);

    expect(store.data("catalogueIndex", "en", {})).toBe(index.en);
  });
});

describe("data that is not loaded", () => {
  test("rejects after a failure and is loaded again", async () => {
    const { store, loadOperator } = storeWithMocks();
    loadOperator.mockRejectedValueOnce(new TypeError("offline"));

    await expect(store.prepare(contact)).rejects.toThrow("offline");
    expect(store.isReady(contact)).toBe(false);
    await store.prepare(contact);

    expect(store.isReady(contact)).toBe(true);
    expect(loadOperator).toHaveBeenCalledTimes(2);
  });

  test("throws when read", () => {
    const { store } = storeWithMocks();

    expect(() => store.data("cultivar", "ja", { id: "saemidori" })).toThrow(
      "cultivar was read before it was loaded",
    );
  });

  test("throws when only the other language is loaded", async () => {
    const { store } = storeWithMocks();
    await store.prepare(contact);

    expect(() => store.data("operator", "ja", {})).toThrow("operator was read before");
  });
});
