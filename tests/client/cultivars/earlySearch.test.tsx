// @vitest-environment jsdom
/** Search fields that are filled in before hydration. */
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import type { ReactElement } from "react";
import { renderToString } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";
import { FeedFilters } from "../../../client/community/feed/FeedFilters.tsx";
import { stateOf } from "../../../client/community/feed/feed.ts";
import { CultivarFilters } from "../../../client/cultivars/CultivarFilters.tsx";
import { SearchBox } from "../../../client/cultivars/SearchBox.tsx";
import { searchCatalogue, unfiltered } from "../../../client/cultivars/search/catalogueSearch.ts";
import { index, today } from "../catalogue.ts";
import { inPage } from "../renderPage.tsx";

const field = () => screen.getByRole<HTMLInputElement>("searchbox");

afterEach(() => {
  cleanup();
  document.body.innerHTML = "";
});

/** Hydrates an element whose search field has the text `typed` and whose checkbox `checked` is checked. */
function hydrate(element: ReactElement, typed: string, { hasFocus = true, checked = "" } = {}) {
  const page = inPage(element);
  const container = document.body.appendChild(document.createElement("div"));
  container.innerHTML = renderToString(page);
  field().value = typed;
  for (const box of container.querySelectorAll("input"))
    if (checked !== "" && box.value === checked) box.checked = true;
  if (hasFocus) field().focus();
  return render(page, { container, hydrate: true });
}

test("text typed before hydration is kept while the catalogue is searched for it", () => {
  const onSearch = vi.fn();
  const { rerender } = hydrate(<SearchBox search="" onSearch={onSearch} />, "yab");

  act(() => rerender(inPage(<SearchBox search="" onSearch={onSearch} />)));
  expect(field().value).toBe("yab");

  fireEvent.change(field(), { target: { value: "yabu" } });
  act(() => rerender(inPage(<SearchBox search="yab" onSearch={onSearch} />)));
  expect(field().value).toBe("yabu");
  expect(onSearch).toHaveBeenLastCalledWith("yabu");
});

const { filters } = index.en;
const { counts } = searchCatalogue(index.en, unfiltered, { today });
const form = { filters, state: unfiltered, counts, found: 3, hasOnlyCultivars: true };

test("kind chosen before hydration is added to cultivars", () => {
  const onChange = vi.fn();

  hydrate(<CultivarFilters {...form} onChange={onChange} />, "", { checked: "line" });

  expect(onChange).toHaveBeenCalledExactlyOnceWith({ kind: "cultivar,line" });
});

test("filter chosen while a search is pending is applied together with it", () => {
  const onChange = vi.fn();
  hydrate(<CultivarFilters {...form} onChange={onChange} />, "");
  fireEvent.change(field(), { target: { value: "oku" } });
  expect(onChange).toHaveBeenLastCalledWith({ search: "oku" });

  const kyoto = document.querySelector<HTMLInputElement>("input[name=origin][value=kyoto]");
  if (kyoto) fireEvent.click(kyoto);

  expect(onChange).toHaveBeenLastCalledWith({ search: "oku", origin: "kyoto" });
});

const feed = stateOf(new URLSearchParams(), () => false);

test.each([
  ["is not sent while the reader types", true, []],
  ["is sent after the reader left the field", false, [[{ search: "しんち" }]]],
] as const)("search of the feed typed before hydration %s", (_when, hasFocus, calls) => {
  const onChange = vi.fn();

  hydrate(<FeedFilters state={feed} onChange={onChange} />, "しんち", { hasFocus });

  expect(onChange.mock.calls).toEqual(calls);
  expect(field().value).toBe("しんち");
});
