// @vitest-environment jsdom
/** Search field of the site's search: what is typed is searched, also while earlier results load. */
import { act, cleanup, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { visit } from "../../renderPage.tsx";
import { say } from "../../words.ts";

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
  const field = screen.getByRole<HTMLInputElement>("searchbox", { name: say.en("search.label") });
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
