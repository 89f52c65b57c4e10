/** Search and the filters of the category: a plain GET form, applied at once with scripts; on phones the filters are in a sheet. */
import { type FormEvent, type KeyboardEvent, useRef } from "react";
import { searchCharacters } from "../../contracts/limits.generated.ts";
import { prefectureName, prefectures } from "../../contracts/prefectures.ts";
import { teaTypeName, teaTypes } from "../../contracts/reference.ts";
import { readSearch } from "../../cultivars/search/searchText.ts";
import { pathFor } from "../../language/paths.ts";
import { useFragment } from "../../page/fragments.ts";
import { type Page, usePage } from "../../page/PageContext.ts";
import { useEarlyInput } from "../../page/useEarlyInput.ts";
import { Button } from "../../ui/Button.tsx";
import { FilterSelect } from "../../ui/FilterSelect.tsx";
import { closeSheet } from "../../ui/filterSheet.ts";
import { CultivarFilter } from "./CultivarFilter.tsx";
import {
  activeFilters,
  type FeedState,
  type FilterName,
  filtersOf,
  queryOf,
  ratings,
  resetKey,
  withoutFilters,
} from "./feed.ts";
import "./FeedFilters.css";

interface FeedFiltersProps {
  readonly state: FeedState;
  readonly onChange: (part: Partial<FeedState>) => void;
}

type SelectName = Exclude<FilterName, "tea_variety">;

/** Returns values and texts of the options of a filter. */
function optionsOf(
  name: SelectName,
  { language, t }: Page,
): readonly (readonly [string, string])[] {
  if (name === "tea_type") return teaTypes.map((id) => [id, teaTypeName(id, language)]);
  if (name === "prefecture") return prefectures.map((id) => [id, prefectureName(id, language)]);
  return ratings.map((id) => [id, t("community.filters.ratingAtLeast", { count: Number(id) })]);
}

/** Prevents Enter from submitting the form while it confirms an IME composition. */
function keepComposing(event: KeyboardEvent): void {
  if (event.key === "Enter" && event.nativeEvent.isComposing) event.preventDefault();
}

/** Renders the search field of the feed with its button. */
function SearchBox({ search }: { readonly search: string }) {
  const { t } = usePage();
  return (
    <div className="feed-filters-search">
      <label htmlFor="search">{t("community.search.label")}</label>
      <div>
        <input
          key={search}
          id="search"
          name="search"
          type="search"
          defaultValue={search}
          maxLength={searchCharacters}
          placeholder={t("community.search.placeholder")}
          autoComplete="off"
          enterKeyHint="search"
          onKeyDown={keepComposing}
        />
        <Button type="submit" kind="quiet">
          {t("community.search.submit")}
        </Button>
      </div>
    </div>
  );
}

/** Returns the fields of the form that differ from the state. */
function readForm(form: HTMLFormElement, state: FeedState): Partial<FeedState> {
  const data = new FormData(form);
  const names = ["search", ...filtersOf(state.category)] as const;
  const changes = names.flatMap((name) => {
    const said = data.get(name);
    const value = typeof said === "string" ? readSearch(said) : state[name];
    return value === state[name] ? [] : [[name, value] as const];
  });
  return Object.fromEntries(changes);
}

/** Renders a link to the list without search and filters; nothing if none is set. */
export function ResetLink({ state }: { readonly state: FeedState }) {
  const { language, t } = usePage();
  if (activeFilters(state) === 0 && state.search === "") return null;
  return (
    <a
      className="feed-reset"
      href={pathFor("community", language) + queryOf(withoutFilters(state))}
    >
      {t(resetKey(state))}
      <Badge count={activeFilters(state)} />
    </a>
  );
}

/**
 * Renders the button that applies the filters without scripts; nothing in a category without
 * filters.
 */
function ApplyButton({ state }: { readonly state: FeedState }) {
  const { t } = usePage();
  if (filtersOf(state.category).length === 0) return null;
  return (
    <span className="without-scripts">
      <Button type="submit">{t("community.filters.apply")}</Button>
    </span>
  );
}

/** Renders the filters that the category has. */
function Fields({ state, onChange }: FeedFiltersProps) {
  const page = usePage();
  const { t } = page;
  return filtersOf(state.category).map((name) =>
    name === "tea_variety" ? (
      <CultivarFilter key={name} state={state} onChange={onChange} />
    ) : (
      <FilterSelect
        key={name}
        name={name}
        label={t(`community.filters.${name}`)}
        any={t("community.filters.any")}
        value={state[name]}
        options={optionsOf(name, page)}
        onChange={(value) => onChange({ [name]: value })}
      />
    ),
  );
}

const sheetId = "feed-filters";

/** Renders the number of filters that are set; nothing for 0. */
function Badge({ count }: { readonly count: number }) {
  const { t } = usePage();
  if (count === 0) return null;
  return (
    <span className="filter-badge">
      <span aria-hidden="true">{count}</span>
      <span className="visually-hidden">{t("community.filters.count", { count })}</span>
    </span>
  );
}

/** Renders search and filters of the feed: in a sheet on phones, with a button without scripts. */
export function FeedFilters(props: FeedFiltersProps) {
  const { state, onChange } = props;
  const { language, t } = usePage();
  const fields = useFragment(<Fields {...props} />);
  const form = useRef<HTMLFormElement>(null);
  useEarlyInput(form, (early) => {
    const changes = readForm(early, state);
    if (Object.keys(changes).length > 0) onChange(changes);
  });
  const count = activeFilters(state);
  /** Applies the fields of the form in place of the browser. */
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onChange(readForm(event.currentTarget, state));
  };
  return (
    <search className="feed-filters">
      <form
        ref={form}
        className="filter-form"
        action={pathFor("community", language)}
        onSubmit={submit}
        onBlur={closeSheet}
      >
        {state.category && <input type="hidden" name="category" value={state.category} />}
        {state.isFollowing && <input type="hidden" name="following" value="1" />}
        {state.sort !== "newest" && <input type="hidden" name="sort" value={state.sort} />}
        <SearchBox search={state.search} />
        {filtersOf(state.category).length > 0 && (
          <>
            <button
              type="button"
              className="button button-quiet filter-open"
              popoverTarget={sheetId}
            >
              {t("community.filters.title")}
              <Badge count={count} />
            </button>
            <div id={sheetId} popover="auto" className="filter-sheet">
              <fieldset>
                <legend>{t("community.filters.title")}</legend>
                <div className="feed-filters-fields" {...fields} />
              </fieldset>
              <button
                type="button"
                className="button filter-close"
                popoverTarget={sheetId}
                popoverTargetAction="hide"
              >
                {t("app.close")}
              </button>
            </div>
          </>
        )}
        <ApplyButton state={state} />
      </form>
    </search>
  );
}
