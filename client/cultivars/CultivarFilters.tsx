/** Search, filters and order: a plain GET form, applied while typing with scripts; on phones the filters are in a sheet. */
import { type FormEvent, useRef } from "react";
import { pathFor } from "../language/paths.ts";
import { useFragment } from "../page/fragments.ts";
import { usePage } from "../page/PageContext.ts";
import { useEarlyInput } from "../page/useEarlyInput.ts";
import { FilterShortcuts } from "./FilterShortcuts.tsx";
import { SearchBox } from "./SearchBox.tsx";
import { Button } from "../ui/Button.tsx";
import { FilterSelect } from "../ui/FilterSelect.tsx";
import { closeSheet } from "../ui/filterSheet.ts";
import { type CatalogueState, type Counts, sortNames } from "./search/catalogueSearch.ts";
import { activeFilters, chosenOf, joinValues, shownOf, toggle } from "./search/chosenValues.ts";
import type { CatalogueIndex } from "../contracts/cultivar.ts";
import {
  type FacetGroup,
  facetGroupNames,
  facetGroups,
  type FilterName,
  filterNames,
} from "../contracts/list/filters.ts";
import "./CultivarFilters.css";

interface CultivarFiltersProps {
  readonly filters: CatalogueIndex["filters"];
  readonly state: CatalogueState;
  readonly counts: Counts;
  /** Number of records that the state selects. */
  readonly found: number;
  /** Whether the results are counted as cultivars, not as records. */
  readonly hasOnlyCultivars: boolean;
  readonly onChange: (part: Partial<CatalogueState>) => void;
}

/** The longest input of days: a sign and two digits. */
const daysLettersMost = 3;

/**
 * Returns the fields of the form that differ from the state, such as those that a reader changed
 * before the scripts ran.
 */
function readForm(
  form: HTMLFormElement,
  { filters, state }: CultivarFiltersProps,
): Partial<CatalogueState> {
  const data = new FormData(form);
  const names = ["search", "from", "to", "sort"] as const;
  const values = [
    ...names.map((name) => [name, String(data.get(name) ?? "").trim()] as const),
    ...filterNames.map(
      (name) => [name, joinValues(filters[name], data.getAll(name).map(String))] as const,
    ),
  ];
  const changes = values.filter(([name, value]) => value !== state[name]);
  return Object.fromEntries(changes);
}

interface ValuesProps extends FieldsProps {
  readonly name: FilterName;
}

/** Renders a horizontal bar; `share` is its length, from 0 to 1 of the longest bar. */
function Bar({ share }: { readonly share: number }) {
  return (
    <svg className="facet-bar" viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
      <rect width={share} height="1" />
    </svg>
  );
}

/**
 * Renders the values of a filter as check boxes with their numbers of results, without unchosen
 * values that no result has. While no kind is chosen, the box of cultivars sends an empty value, so
 * that a search without scripts covers all kinds.
 */
function Values({ name, filters, state, counts, onChange }: ValuesProps) {
  const checked = shownOf(state, { filters }, name);
  const countOf = (id: string) => counts[`${name} ${id}`] ?? 0;
  const shown = filters[name].filter(({ id }) => countOf(id) > 0 || checked.includes(id));
  const most = Math.max(...shown.map(({ id }) => countOf(id)));
  return (
    <ul>
      {shown.map(({ id, name: label }) => (
        <li key={id}>
          <label>
            <input
              type="checkbox"
              name={name}
              value={state[name] === "" && checked.includes(id) ? "" : id}
              checked={checked.includes(id)}
              onChange={() => onChange(toggle(state, { filters }, [name, id]))}
            />
            {label}
            {name === "decade" && <Bar share={countOf(id) / most} />}
            <span className="facet-count">{countOf(id)}</span>
          </label>
        </li>
      ))}
    </ul>
  );
}

/**
 * Renders two number fields, for the least and the most days from Yabukita, -99 to 99; negative
 * days are earlier.
 */
function DaysRange({ state, onChange }: Pick<FieldsProps, "state" | "onChange">) {
  const { t } = usePage();
  const { view } = state;
  const note = view === "bud" || view === "pluck" ? view : "note";
  return (
    <div className="facet-days">
      {(["from", "to"] as const).map((name) => (
        <label key={name}>
          {t(`cultivars.days.${name}`)}
          <input
            type="number"
            name={name}
            min={-99}
            max={99}
            value={state[name]}
            aria-describedby="days-note"
            onChange={({ target }) => onChange({ [name]: target.value.slice(0, daysLettersMost) })}
          />
        </label>
      ))}
      <p id="days-note">{t(`cultivars.days.${note}`)}</p>
    </div>
  );
}

interface FacetProps extends FieldsProps {
  readonly group: FacetGroup;
}

/** Filters whose values are seen without opening them. */
const openAtFirst: readonly FacetGroup[] = ["suitableFor", "decade"];

/**
 * Renders a group of filters as a disclosure: the values of each with their numbers of results, and
 * in the group of timing a range of days. The summary counts the chosen values.
 */
function Facet({ group, ...props }: FacetProps) {
  const { state } = props;
  const { t } = usePage();
  const names: readonly FilterName[] = facetGroups[group];
  const ranges = group === "timing" && (state.from || state.to) ? 1 : 0;
  const chosen = names.reduce((sum, name) => sum + chosenOf(state, name).length, ranges);
  return (
    <details className="facet" open={openAtFirst.includes(group)}>
      <summary className="filter-choose">
        {t(`cultivars.filters.${group}`)}
        {chosen > 0 && <span className="filter-badge">{chosen}</span>}
      </summary>
      {names.map((name) => (
        <fieldset key={name}>
          {names.length > 1 && <legend>{t(`cultivars.filters.${name}`)}</legend>}
          <Values name={name} {...props} />
        </fieldset>
      ))}
      {group === "timing" && <DaysRange {...props} />}
    </details>
  );
}

type FieldsProps = Omit<CultivarFiltersProps, "found" | "hasOnlyCultivars">;

/** Renders all fields of the form except the search: kind, order, and the filters by group. */
function Fields(props: FieldsProps) {
  const { state, onChange } = props;
  const { t } = usePage();
  return (
    <>
      <legend>{t("cultivars.filters.title")}</legend>
      <Facet group="kind" {...props} />
      <FilterSelect
        name="sort"
        label={t("cultivars.sort.label")}
        any={t("cultivars.sort.name")}
        value={state.sort}
        options={sortNames.map((name) => [name, t(`cultivars.sort.${name}`)])}
        onChange={(value) => onChange({ sort: sortNames.find((name) => name === value) ?? "" })}
      />
      {facetGroupNames.map((group) => (
        <Facet key={group} group={group} {...props} />
      ))}
    </>
  );
}

const sheetId = "filters";

/**
 * Renders the form of search and filters: in a sheet on phones, with a button to submit without
 * scripts.
 */
export function CultivarFilters(props: CultivarFiltersProps) {
  const { found, hasOnlyCultivars, ...fieldsProps } = props;
  const { filters, state, onChange } = props;
  const { language, t } = usePage();
  const form = useRef<HTMLFormElement>(null);
  useEarlyInput(form, (early) => {
    const changes = readForm(early, props);
    if (Object.keys(changes).length > 0) onChange(changes);
  });
  /** Applies a change, together with a typed search that the state does not have yet. */
  const apply = (part: Partial<CatalogueState>) => {
    const { search } = form.current ? readForm(form.current, props) : state;
    onChange({ ...(search !== undefined && search !== state.search && { search }), ...part });
  };
  const fields = useFragment(<Fields {...fieldsProps} onChange={apply} />);
  const count = activeFilters(state);
  const submit = (event: FormEvent) => event.preventDefault();
  return (
    <search>
      <form
        ref={form}
        className="filter-form cultivar-filters"
        action={pathFor("cultivars", language)}
        onSubmit={submit}
        onBlur={closeSheet}
      >
        {state.view && <input type="hidden" name="view" value={state.view} />}
        <SearchBox search={state.search} onSearch={(search) => onChange({ search })} />
        <button type="button" className="button button-quiet filter-open" popoverTarget={sheetId}>
          {t("cultivars.filters.title")}
          {count > 0 && (
            <span className="filter-badge">
              <span aria-hidden="true">{count}</span>
              <span className="visually-hidden">{t("cultivars.filters.active", { count })}</span>
            </span>
          )}
        </button>
        <div id={sheetId} popover="auto" className="filter-sheet">
          <FilterShortcuts filters={filters} state={state} />
          <fieldset {...fields} />
          <button
            type="button"
            className="button filter-close"
            popoverTarget={sheetId}
            popoverTargetAction="hide"
          >
            {t(hasOnlyCultivars ? "cultivars.filters.show" : "cultivars.filters.showRecords", {
              count: found,
            })}
          </button>
        </div>
        <span className="without-scripts">
          <Button type="submit">{t("cultivars.filters.apply")}</Button>
        </span>
      </form>
    </search>
  );
}
