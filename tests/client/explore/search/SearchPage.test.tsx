// @vitest-environment jsdom
/** Field of the site's search: typed text, also while earlier results load, and announcements. */
import { act, cleanup, render, screen, waitFor } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";
import SearchPage from "../../../../client/explore/SearchPage.tsx";
import { InRouter } from "../../inRouter.tsx";
import { pageOf, visit } from "../../renderPage.tsx";
import { translate } from "../../messages.ts";

/** Longer than the pause after which a search starts. */
const pauseMs = 400;

afterEach(cleanup);

const wait = (ms: number) => act(() => new Promise((resolve) => setTimeout(resolve, ms)));

/** Opens the search; after `hold`, pages are loaded when `release` is called. */
async function open(path = "/search") {
  const view = await visit(path);
  const waiting: (() => void)[] = [];
  const hold = () => {
    vi.spyOn(view.store, "isReady").mockReturnValue(false);
    vi.spyOn(view.store, "prepare").mockImplementation(
      () => new Promise((resolve) => waiting.push(resolve)),
    );
  };
  const release = () =>
    act(async () => {
      for (const resolve of waiting) resolve();
    });
  const field = screen.getByRole<HTMLInputElement>("searchbox", {
    name: translate.en("search.label"),
  });
  return { ...view, field, hold, release };
}

test("text typed while earlier results load is searched", async () => {
  const { user, field, hold, release } = await open();
  hold();
  await user.type(field, "sae");
  await wait(pauseMs);
  await user.type(field, "midori");

  await release();

  await waitFor(() => expect(location.search).toBe("?q=saemidori"));
  expect(field.value).toBe("saemidori");
});

test("a search that is cleared while its results load shows no results", async () => {
  const { user, field, hold, release } = await open();
  hold();
  await user.type(field, "sae");
  await wait(pauseMs);
  expect(location.search).toBe("?q=sae");

  await user.clear(field);
  await wait(pauseMs);
  await release();

  await waitFor(() => expect(location.pathname + location.search).toBe("/search"));
});

test("the field shows the search of an address that a link opens", async () => {
  const { field } = await open("/search?q=saemidori");
  expect(field.value).toBe("saemidori");
  const link = document.createElement("a");
  link.href = "/search";
  document.body.append(link);

  act(() => link.click());

  await waitFor(() => expect(field.value).toBe(""));
  expect(document.activeElement).toBe(field);
  link.remove();
});

test("the number of results is announced, or that there are none", async () => {
  const { user, field } = await open();
  const announced = () => document.querySelector(".search > [role=status]")?.textContent;
  // The results are rendered by a part that these tests do not load.
  const results = document.body.appendChild(document.createElement("ul"));
  results.className = "search-results";
  results.innerHTML = "<li>Saemidori</li><li>Seimei</li>";
  expect(announced()).toBe("");

  await user.type(field, "saemidori");
  await waitFor(() =>
    expect(announced()).toBe(translate.en("search.shown", { search: "saemidori", count: 2 })),
  );

  results.className = "search-nothing";
  results.innerHTML = "";
  await user.clear(field);
  await user.type(field, "qqzzxx");
  const nothing = translate.en("search.nothing.title", { search: "qqzzxx" });
  await waitFor(() => expect(announced()).toBe(nothing));

  // A failed search is not announced, since the page has an alert.
  results.className = "";
  await user.type(field, "x");
  await waitFor(() => expect(location.search).toBe("?q=qqzzxxx"));
  expect(announced()).toBe("");
  results.remove();
});

test("what was typed before hydration is searched after a pause", async () => {
  const go = vi.fn();
  const page = (
    <InRouter page={pageOf({ page: "search" })} path="/search" go={go}>
      <SearchPage />
    </InRouter>
  );
  const container = document.body.appendChild(document.createElement("div"));
  container.innerHTML = renderToString(page);
  const early = container.querySelector<HTMLInputElement>("[name=q]");
  if (early) early.value = "saemidori";

  render(page, { container, hydrate: true });
  await wait(pauseMs);

  expect(go).toHaveBeenCalledExactlyOnceWith("/search?q=saemidori");
  expect(early?.value).toBe("saemidori");
  container.remove();
});
