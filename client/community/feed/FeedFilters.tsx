/** Search and the filters of the category: a plain GET form, applied at once with scripts; on phones the filters are in a sheet. */
import { type FormEvent, type KeyboardEvent, type RefObject, useEffect, useRef } from "react";
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
  ratingText,
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
  return ratings.map((id) => [id, ratingText(id, t)]);
}

/** Prevents Enter from submitting the form while it confirms an IME composition. */
function keepComposing(event: KeyboardEvent): void {
  if (event.key === "Enter" && event.nativeEvent.isComposing) event.preventDefault();
}

/**
 * Returns refs to the search field and to the search that it sent last. Another search or category
 * replaces the text in the field, but not while the result of the sent text arrives and the reader
 * goes on typing.
 */
function useSearchField({ search, category }: FeedState) {
  const field = useRef<HTMLInputElement>(null);
  const sent = useRef(search);
  const shown = useRef({ search, category });
  useEffect(() => {
    const { current: input } = field;
    const isSame = shown.current.search === search && shown.current.category === category;
    if (!input || isSame) return;
    if (input !== document.activeElement || search !== sent.current) input.value = search;
    shown.current = { search, category };
    sent.current = search;
  }, [search, category]);
  return { field, sent };
}

interface SearchBoxProps {
  readonly search: string;
  readonly field: RefObject<HTMLInputElement | null>;
}

/** Renders the search field of the feed with its button. */
function SearchBox({ search, field }: SearchBoxProps) {
  const { t } = usePage();
  return (
    <div className="feed-filters-search">
      <label htmlFor="search">{t("community.search.label")}</label>
      <div>
        <input
          ref={field}
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
  const form = useRef<HTMLFormElement>(null);
  const { field, sent } = useSearchField(state);
  /** Applies changes of the form, and a search that was typed but not sent. */
  const apply = (changes: Partial<FeedState>) => {
    const search = readSearch(field.current?.value ?? state.search);
    sent.current = search;
    onChange({ ...changes, search });
  };
  const fields = useFragment(<Fields state={state} onChange={apply} />);
  useEarlyInput(form, (early) => {
    const { search, ...changes } = readForm(early, state);
    // Who is still typing sends the text with Enter.
    const isTyped = search !== undefined && field.current !== document.activeElement;
    if (isTyped || Object.keys(changes).length > 0) apply(changes);
  });
  const count = activeFilters(state);
  /** Applies the fields of the form in place of the browser. */
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    apply(readForm(event.currentTarget, state));
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
        <SearchBox search={state.search} field={field} />
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
