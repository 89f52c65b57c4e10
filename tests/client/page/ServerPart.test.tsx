// @vitest-environment jsdom
/** Server part of a page: rendered by the worker, and in the browser only after a navigation. */
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";
import { pageParts, pages } from "../../../client/app/pages.generated.ts";
import { PageLibrary } from "../../../client/page/PageLibrary.ts";
import { PageStore } from "../../../client/page/PageStore.ts";
import type { QueryName } from "../../../client/page/queries.ts";
import { ServerPart } from "../../../client/page/ServerPart.tsx";
import { InRouter } from "../inRouter.tsx";
import { testLoaders, pageOf, loadFrom } from "../renderPage.tsx";

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const place = { page: "cultivar", language: "en", params: { id: "saemidori" } } as const;

function newStore(
  page: "cultivar" | "cultivars" = "cultivar",
  queries: readonly QueryName[] = ["observations"],
) {
  const load = vi.fn(async () => ({ default: () => <p>Rendered here</p> }));
  const library = new PageLibrary({
    pages,
    parts: pageParts,
    serverParts: { [page]: { load, messages: [], queries } },
    loadMessages: async () => ({}),
  });
  const observations = vi.fn(async () => null);
  return {
    store: new PageStore(library, loadFrom({ ...testLoaders, observations })),
    load,
    observations,
  };
}

const serverPartIn = (store: PageStore, params: { readonly id: string } = place.params) => (
  <InRouter page={{ ...pageOf({ ...place, params }), store }}>
    <ServerPart />
  </InRouter>
);

/** Adds the HTML of the worker to the document and returns its container. */
async function addWorkerHtml() {
  const { store } = newStore();
  await store.loadServerPart(place);
  const container = document.createElement("div");
  container.innerHTML = renderToString(serverPartIn(store)).replace(
    "Rendered here",
    "From the host",
  );
  document.body.append(container);
  return container;
}

test("keeps the HTML of the host and loads nothing", async () => {
  const container = await addWorkerHtml();
  const { store, load } = newStore();
  const error = vi.spyOn(console, "error");

  const { rerender } = render(serverPartIn(store), { container, hydrate: true });
  rerender(serverPartIn(store));
  await new Promise((resolve) => setTimeout(resolve));

  expect(container.textContent).toBe("From the host");
  expect(load).not.toHaveBeenCalled();
  expect(error).not.toHaveBeenCalled();
});

test("is rendered in the browser after a navigation to another page", async () => {
  const container = await addWorkerHtml();
  const { store } = newStore();
  const next = { ...place, params: { id: "seimei" } };
  const { rerender } = render(serverPartIn(store), { container, hydrate: true });

  await store.loadServerPart(next);
  rerender(serverPartIn(store, next.params));

  expect(container.textContent).toBe("Rendered here");
});

test.each([
  ["its control with the same id", "sort-days"],
  ["nothing without one", "gone"],
])("that is replaced moves the focus that it had to %s", async (_what, id) => {
  const load = async () => ({
    default: () => (
      <a id="sort-days" href="/cultivars">
        Days
      </a>
    ),
  });
  const library = new PageLibrary({
    pages,
    parts: pageParts,
    serverParts: { cultivar: { load, messages: [], queries: [] } },
    loadMessages: async () => ({}),
  });
  const store = new PageStore(library, loadFrom(testLoaders));
  const container = await addWorkerHtml();
  const kept = container.querySelector("div");
  kept?.insertAdjacentHTML("beforeend", `<a id="${id}" href="/cultivars">Days</a>`);
  const { rerender } = render(serverPartIn(store), { container, hydrate: true });
  document.getElementById(id)?.focus();

  await store.loadServerPart({ ...place, params: { id: "seimei" } });
  rerender(serverPartIn(store, { id: "seimei" }));

  expect(document.activeElement).toBe(document.getElementById(id) ?? document.body);
});

test("is loaded when the host sent no HTML", async () => {
  const { store, load } = newStore();

  render(serverPartIn(store));

  await waitFor(() => expect(screen.getByText("Rendered here")).toBeDefined());
  expect(load).toHaveBeenCalledOnce();
});

test("a page whose server part needs no data is ready once its code is loaded", async () => {
  const { store, load } = newStore("cultivar", []);
  store.keepServerPart(place);
  await store.prepare(place);
  expect(store.isReady(place)).toBe(true);
  expect(load).not.toHaveBeenCalled();

  const sorted = { ...place, search: "?sort=earliest" };
  expect(store.isReady(sorted)).toBe(false);
  await store.prepare(sorted);
  expect(store.isReady(sorted)).toBe(true);
});

test("the list is ready for another filter without the code of its table", async () => {
  const { store, load } = newStore("cultivars", []);
  const list = { page: "cultivars", language: "en", params: {} } as const;
  await store.prepare(list);

  expect(store.isReady({ ...list, search: "?suitableFor=gyokuro" })).toBe(true);
  expect(store.isReady({ ...list, search: "?view=&suitableFor=gyokuro" })).toBe(true);
  expect(store.isReady({ ...list, search: "?suitableFor=gyokuro&view=table" })).toBe(false);
  expect(load).not.toHaveBeenCalled();
});

test("a page is ready with a loaded server part or the HTML of the host", async () => {
  const { store, load, observations } = newStore();
  store.keepServerPart(place);

  await store.prepare(place);
  expect(store.isReady(place)).toBe(true);
  expect(observations).not.toHaveBeenCalled();

  const about = { page: "about", language: "en", params: {} } as const;
  await store.prepare(about);
  expect(store.isReady(place)).toBe(false);

  await store.prepare(place);
  expect(store.isReady(place)).toBe(true);
  expect(load).toHaveBeenCalledOnce();
  expect(store.serverPart(place)).toBeDefined();
});
