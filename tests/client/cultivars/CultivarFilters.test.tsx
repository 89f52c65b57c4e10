// @vitest-environment jsdom
/** Search box and filters: typing, IME, hydration and no scripts. */
import { act, cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { useState } from "react";
import { renderToString } from "react-dom/server";
import { afterEach, describe, expect, test, vi } from "vitest";
import { CultivarFilters } from "../../../client/cultivars/CultivarFilters.tsx";
import {
  type CatalogueState,
  unfiltered,
  searchCatalogue,
  stateOf,
} from "../../../client/cultivars/search/catalogueSearch.ts";
import type { FilterName } from "../../../client/contracts/list/filters.ts";
import type { Language } from "../../../client/contracts/language.ts";
import { index, today } from "../catalogue.ts";
import { renderInPage, inPage } from "../renderPage.tsx";
import { translate } from "../messages.ts";

interface FilterOptions {
  readonly state?: Partial<CatalogueState>;
  readonly language?: Language;
}

/** Renders the filters in a page that applies every change, as the list does. */
function renderFilters({ state = {}, language = "en" }: FilterOptions = {}) {
  const changes: Partial<CatalogueState>[] = [];
  const clear: { current?: () => void } = {};

  function Host() {
    const [current, setCurrent] = useState<CatalogueState>({ ...unfiltered, ...state });
    clear.current = () => setCurrent(unfiltered);
    return (
      <CultivarFilters
        filters={index[language].filters}
        state={current}
        counts={counts}
        found={3}
        hasOnlyCultivars={true}
        onChange={(part) => {
          changes.push(part);
          setCurrent({ ...current, ...part });
        }}
      />
    );
  }

  return {
    ...renderInPage(<Host />, { language }),
    changes,
    clear: () => act(() => clear.current?.()),
  };
}

const searchBox = () => screen.getByRole<HTMLInputElement>("searchbox");
const { counts } = searchCatalogue(index.en, unfiltered, { today });

function boxes(name: FilterName): readonly HTMLInputElement[] {
  return [...document.querySelectorAll<HTMLInputElement>(`input[name="${name}"]`)];
}

function box(name: FilterName, value: string): HTMLInputElement {
  const found = boxes(name).find((one) => one.value === value);
  if (found === undefined) throw new Error(`no box ${name} ${value}`);
  return found;
}

const checked = (name: FilterName) =>
  boxes(name).flatMap((one) => (one.checked ? [one.value] : []));

afterEach(cleanup);

describe("catalogue search box", () => {
  test("searches on every keystroke", async () => {
    const { user, changes } = renderFilters();

    await user.type(searchBox(), "oku");

    expect(changes).toEqual([{ search: "o" }, { search: "ok" }, { search: "oku" }]);
  });

  test("keeps a trailing space that the search omits", async () => {
    const { user, changes } = renderFilters();

    await user.type(searchBox(), "oku m");

    expect(searchBox().value).toBe("oku m");
    expect(changes.map(({ search }) => search)).toEqual(["o", "ok", "oku", "oku", "oku m"]);
  });

  test("keeps pasted spaces that the search omits", async () => {
    const { user, changes } = renderFilters();

    await user.click(searchBox());
    await user.paste(" oku ");

    expect(searchBox().value).toBe(" oku ");
    expect(changes).toEqual([{ search: "oku" }]);
  });

  test("is limited to 100 characters", () => {
    renderFilters();

    expect(searchBox().maxLength).toBe(100);
  });

  test("and filters follow the state of the address", () => {
    const state = { search: "やぶきた", origin: "kyoto", lineage: "x" };
    const { clear } = renderFilters({ state });
    expect(searchBox().value).toBe("やぶきた");
    expect([checked("origin"), checked("lineage")]).toEqual([["kyoto"], ["x"]]);

    clear();

    expect([checked("origin"), checked("lineage"), searchBox().value]).toEqual([[], [], ""]);
  });
});

describe("catalogue search during IME composition", () => {
  function compose(texts: readonly string[]) {
    fireEvent.compositionStart(searchBox());
    for (const value of texts) {
      fireEvent.input(searchBox(), { target: { value }, isComposing: true });
    }
  }

  test("does not run before the composition ends", () => {
    const { changes } = renderFilters();

    compose(["y", "や", "やb", "やぶ"]);

    expect(changes).toEqual([]);
    expect(searchBox().value).toBe("やぶ");
  });

  test("runs when the composition ends", () => {
    const { changes } = renderFilters();

    compose(["や", "やぶ", "薮"]);
    fireEvent.compositionEnd(searchBox());

    expect(changes).toEqual([{ search: "薮" }]);
  });

  test("continues with typing after the composition", async () => {
    const { user, changes } = renderFilters();
    compose(["薮"]);
    fireEvent.compositionEnd(searchBox());

    await user.type(searchBox(), "a");

    expect(changes.at(-1)).toEqual({ search: "薮a" });
  });
});

describe("catalogue filters on hydration", () => {
  /** Hydrates the filters over a form that is filled in already. */
  function hydrateFilled(state: Partial<CatalogueState>, fill: (form: HTMLElement) => void) {
    const onChange = vi.fn();
    const filters = inPage(
      <CultivarFilters
        filters={index.en.filters}
        state={{ ...unfiltered, ...state }}
        counts={counts}
        found={3}
        hasOnlyCultivars={true}
        onChange={onChange}
      />,
    );
    const container = document.body.appendChild(document.createElement("div"));
    container.innerHTML = renderToString(filters);
    fill(container);
    render(filters, { container, hydrate: true });
    return onChange;
  }

  test("apply values entered before hydration", () => {
    const onChange = hydrateFilled({ origin: "kyoto" }, () => {
      searchBox().value = "oku ";
      box("lineage", "x").checked = true;
      box("origin", "saitama").checked = true;
    });

    expect(onChange).toHaveBeenCalledExactlyOnceWith({
      search: "oku",
      lineage: "x",
      origin: "saitama,kyoto",
    });
  });

  test.each([{ search: "oku midori", origin: "kyoto" }, { kind: "all" }])(
    "cause no change when the form with %o is untouched",
    (state) => expect(hydrateFilled(state, () => undefined)).not.toHaveBeenCalled(),
  );
});

describe("catalogue filters", () => {
  test.each([
    ["origin", "Kyoto", { origin: "kyoto" }],
    ["suitableFor", "matcha", { suitableFor: "matcha" }],
    ["lineage", "Others / unclassified", { lineage: "x" }],
    ["timing", "Earlier than Yabukita", { timing: "earlier" }],
    ["decade", "1990s", { decade: "1990" }],
  ] as const)("%s is chosen by its label", async (name, option, change) => {
    const { user, changes } = renderFilters();
    const list = box(name, Object.values(change)[0] ?? "").closest("ul");
    if (list === null) throw new Error("the box stands in no list");

    await user.click(within(list).getByLabelText(new RegExp(`^${option}`)));

    expect(changes).toEqual([change]);
  });

  test("a second value is added in the order of the options", async () => {
    const { user, changes } = renderFilters({ state: { origin: "kyoto" } });

    await user.click(box("origin", "saitama"));

    expect(changes).toEqual([{ origin: "saitama,kyoto" }]);
  });

  test("a value is removed by its box", async () => {
    const { user, changes } = renderFilters({ state: { origin: "kyoto" } });

    await user.click(box("origin", "kyoto"));

    expect(changes).toEqual([{ origin: "" }]);
  });

  test("each value has its number of results", () => {
    renderFilters();

    expect(box("origin", "kyoto").closest("label")?.textContent).toBe(
      `Kyoto${counts["origin kyoto"]}`,
    );
  });

  test("lineages are in numeric order with x last", () => {
    renderFilters({ language: "ja" });
    const codes = boxes("lineage").map(({ value }) => value);

    expect(codes).toEqual([...Array.from({ length: 14 }, (_, code) => String(code)), "x"]);
  });

  test.each([
    [{}, undefined],
    [{ origin: "kyoto" }, "1 filter set"],
    [{ origin: "kyoto", lineage: "13", search: "a" }, "2 filters set"],
  ])("with %o have a count on the sheet button", (state, text) => {
    const { container } = renderFilters({ state });

    expect(container.querySelector("[popovertarget] .visually-hidden")?.textContent).toBe(text);
  });

  test("have a sheet that popover buttons open and close", () => {
    renderFilters();
    const open = screen.getByRole("button", { name: /^Filters/ });
    const close = screen.getByText(translate.en("cultivars.filters.show", { count: 3 }));
    const sheet = box("origin", "kyoto").closest("[popover]");

    expect([open, close].map((button) => button.getAttribute("popovertarget"))).toEqual([
      sheet?.id,
      sheet?.id,
    ]);
    expect(close.getAttribute("popovertargetaction")).toBe("hide");
  });
});

describe("catalogue filter form without scripts", () => {
  function form(): HTMLFormElement {
    const found = searchBox().form;
    if (found === null) throw new Error("the search box stands in no form");
    return found;
  }

  test("submits the same state as a GET query", () => {
    const state = { ...unfiltered, search: "oku midori", origin: "saitama,kyoto", lineage: "x" };
    renderFilters({ state, language: "ja" });
    const fields = [...new FormData(form())].map(([name, value]) => [name, String(value)]);
    const query = new URLSearchParams(fields);

    expect(form().method).toBe("get");
    expect(form().getAttribute("action")).toBe("/ja/cultivars");
    expect(stateOf(query, index.ja)).toEqual(state);
  });

  test("has a submit button", () => {
    const apply = { name: translate.en("cultivars.filters.apply") };
    renderFilters();

    expect(screen.getByRole<HTMLButtonElement>("button", apply).type).toBe("submit");
  });

  test("prevents submission when scripts run", () => {
    renderFilters();

    expect(fireEvent.submit(form())).toBe(false);
  });
});
