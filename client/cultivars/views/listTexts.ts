/** Title and description of the list, and the chosen values of its filters. */
import type { CatalogueIndex } from "../../contracts/cultivar.ts";
import { type FilterName, filterNames } from "../../contracts/list/filters.ts";
import type { Page } from "../../page/PageContext.ts";
import { type CatalogueState, cultivarCount, singleFilter } from "../search/catalogueSearch.ts";
import { chosenOf, toggle } from "../search/chosenValues.ts";

export interface ListProps {
  readonly state: CatalogueState;
  readonly index: CatalogueIndex;
}

interface ChosenValue {
  readonly name: FilterName | "days";
  readonly value: string;
  /** The change of the state that removes it. */
  readonly without: Partial<CatalogueState>;
}

/** The sign before negative numbers in a text. */
const minus = "\u2212";

/** Writes the chosen range of days from Yabukita. */
function rangeText({ t }: Page, state: CatalogueState): string {
  const from = state.from.replace("-", minus);
  const to = state.to.replace("-", minus);
  if (from && to) return t("cultivars.days.range", { from, to });
  return from ? t("cultivars.days.least", { from }) : t("cultivars.days.most", { to });
}

/** Returns the chosen values of all filters, each with the change that removes it. */
export function chosenValues(page: Page, { state, index }: ListProps): readonly ChosenValue[] {
  const values: readonly ChosenValue[] = filterNames.flatMap((name) =>
    index.filters[name]
      .filter(({ id }) => chosenOf(state, name).includes(id))
      .map(({ id, name: value }) => ({ name, value, without: toggle(state, index, [name, id]) })),
  );
  if (!state.from && !state.to) return values;
  return [
    ...values,
    { name: "days", value: rangeText(page, state), without: { from: "", to: "" } },
  ];
}

/**
 * Returns a chosen value as a title has it: with its filter, if it is a number of days or other
 * filters have it too.
 */
function titledValue({ t }: Page, { filters }: CatalogueIndex, { name, value }: ChosenValue) {
  const owners = filterNames.filter((one) => filters[one].some((option) => option.name === value));
  return owners.length > 1 || name === "days"
    ? t("cultivars.filters.chosen", { filter: t(`cultivars.filters.${name}`), value })
    : value;
}

/**
 * Returns the title of the list: with the value of a single filter, with search and filters, with
 * the page, or plain.
 */
export function titleOf(page: Page, { state, index }: ListProps): string {
  const { language, t } = page;
  const values = chosenValues(page, { state, index });
  const single = singleFilter(state);
  if (single && values[0]) {
    const { value } = values[0];
    return t("cultivars.meta.single", { filter: t(`cultivars.filters.${single}`), value });
  }
  const chosen = values.map((one) => titledValue(page, index, one));
  const filters = [state.search, ...chosen].filter(Boolean).join(language === "ja" ? "、" : ", ");
  if (filters) return t("cultivars.meta.filtered", { filters });
  if (state.page > 1) return t("cultivars.meta.page", { page: state.page });
  return t("cultivars.meta.title", { count: cultivarCount(index) });
}

/** Returns the description of the list: of a single filter, a further page, or the whole. */
export function descriptionOf(page: Page, { state, index }: ListProps): string {
  const { t } = page;
  const count = cultivarCount(index);
  const single = singleFilter(state);
  const [chosen] = chosenValues(page, { state, index });
  if (single && chosen) {
    const filter = t(`cultivars.filters.${single}`);
    return t("cultivars.meta.singleDescription", { filter, value: chosen.value });
  }
  return state.page > 1
    ? t("cultivars.meta.pageDescription", { count, page: state.page })
    : t("cultivars.meta.description", { count });
}
