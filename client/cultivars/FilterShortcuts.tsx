/** Often chosen filters, each a link that sets or clears it. */
import type { CatalogueIndex } from "../contracts/cultivar.ts";
import type { FilterName } from "../contracts/list/filters.ts";
import { pathFor } from "../language/paths.ts";
import { usePage } from "../page/PageContext.ts";
import { type CatalogueState, queryOf, relOf } from "./search/catalogueSearch.ts";

interface FilterShortcutsProps {
  readonly filters: CatalogueIndex["filters"];
  readonly state: CatalogueState;
}

const shortcuts: readonly (readonly [FilterName, string])[] = [
  ["suitableFor", "matcha"],
  ["timing", "earlier"],
  ["timing", "later"],
  ["anthracnose", "high"],
  ["decade", "1990"],
];

/** Renders links to often used filters; the link of an active filter removes it. */
export function FilterShortcuts({ filters, state }: FilterShortcutsProps) {
  const { language, t } = usePage();
  /** Returns the text of a shortcut; undefined for a value that the filter does not have. */
  const labelOf = (name: FilterName, value: string) => {
    if (name === "anthracnose") return t("cultivars.shortcuts.anthracnose");
    if (name === "decade") return t("cultivars.shortcuts.since", { year: value });
    return filters[name].find(({ id }) => id === value)?.name;
  };
  /**
   * Returns the values that a shortcut chooses, joined by commas: a decade stands for itself and
   * all later ones.
   */
  const valuesOf = (name: FilterName, value: string) =>
    name === "decade"
      ? filters.decade.flatMap(({ id }) => (id >= value && /^\d/.test(id) ? [id] : [])).join()
      : value;
  return (
    <p className="cultivar-filters-shortcuts">
      {shortcuts.map(([name, value]) => {
        const values = valuesOf(name, value);
        const isOn = state[name] === values;
        const next = { ...state, page: 1, [name]: isOn ? "" : values };
        return (
          <a
            key={`${name} ${value}`}
            className="chip"
            href={pathFor("cultivars", language) + queryOf(next)}
            aria-current={isOn ? "true" : undefined}
            rel={relOf(next)}
          >
            {labelOf(name, value)}
          </a>
        );
      })}
    </p>
  );
}
