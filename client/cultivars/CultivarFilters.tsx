/** Search and three filters: a plain GET form, applied while typing with scripts; on phones the filters are in a sheet. */
import {
  type ChangeEvent,
  type FocusEvent,
  type FormEvent,
  useEffect,
  useRef,
  useState,
} from "react";
import { searchCharacters } from "../contracts/limits.generated.ts";
import { pathFor } from "../language/paths.ts";
import { useFragment } from "../page/fragments.ts";
import { usePage } from "../page/PageContext.ts";
import { useEarlyInput } from "../page/useEarlyInput.ts";
import { Button } from "../ui/Button.tsx";
import { FilterSelect } from "../ui/FilterSelect.tsx";
import { activeFilters, type CatalogueState } from "./catalogueSearch.ts";
import { type CatalogueIndex, filterNames } from "../contracts/cultivar.ts";
import "./CultivarFilters.css";

interface CultivarFiltersProps {
  readonly filters: CatalogueIndex["filters"];
  readonly state: CatalogueState;
  /** Number of cultivars that the state selects. */
  readonly found: number;
  readonly onChange: (part: Partial<CatalogueState>) => void;
}

interface SearchBoxProps {
  readonly search: string;
  readonly onSearch: (search: string) => void;
}

/** The typed text is reported except during an IME composition. */
function SearchBox({ search, onSearch }: SearchBoxProps) {
  const { t } = usePage();
  const [typed, setTyped] = useState(search);
  const sent = useRef(search);
  useEffect(() => {
    if (search !== sent.current.trim()) setTyped(search);
    sent.current = search;
  }, [search]);

  const submit = (text: string) => {
    sent.current = text;
    onSearch(text.trim());
  };
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    const text = event.target.value;
    setTyped(text);
    const isComposing =
      "isComposing" in event.nativeEvent && event.nativeEvent.isComposing === true;
    if (!isComposing) submit(text);
  };
  return (
    <div className="cultivar-filters-search">
      <label htmlFor="search">{t("cultivars.search.label")}</label>
      <input
        id="search"
        name="search"
        type="search"
        value={typed}
        maxLength={searchCharacters}
        placeholder={t("cultivars.search.placeholder")}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onChange={change}
        onCompositionEnd={(event) => submit(event.currentTarget.value)}
      />
    </div>
  );
}

function readForm(form: HTMLFormElement, state: CatalogueState): Partial<CatalogueState> {
  const data = new FormData(form);
  const names = ["search", ...filterNames] as const;
  const changes = names.flatMap((name) => {
    const value = String(data.get(name) ?? "").trim();
    return value === state[name] ? [] : [[name, value] as const];
  });
  return Object.fromEntries(changes);
}

function Fields(props: Pick<CultivarFiltersProps, "filters" | "state" | "onChange">) {
  const { filters, state, onChange } = props;
  const { t } = usePage();
  return (
    <>
      <legend>{t("cultivars.filters.title")}</legend>
      {filterNames.map((name) => (
        <FilterSelect
          key={name}
          name={name}
          label={t(`cultivars.filters.${name}`)}
          any={t("cultivars.filters.any")}
          value={state[name]}
          options={filters[name].map((option) => [option.id, option.name])}
          onChange={(value) => onChange({ [name]: value })}
        />
      ))}
    </>
  );
}

/** Closes the sheet when the keyboard leaves the form, so that it covers no focused element. */
function closeSheet({ currentTarget: form, relatedTarget: next }: FocusEvent<HTMLFormElement>) {
  const sheet = document.getElementById(sheetId);
  if (next === null || form.contains(next) || sheet === null || !("popover" in sheet)) return;
  if (sheet.matches(":popover-open")) sheet.hidePopover();
}

const sheetId = "filters";

export function CultivarFilters(props: CultivarFiltersProps) {
  const { filters, state, found, onChange } = props;
  const { language, t } = usePage();
  const form = useRef<HTMLFormElement>(null);
  useEarlyInput(form, (early) => {
    const changes = readForm(early, state);
    if (Object.keys(changes).length > 0) onChange(changes);
  });
  const fields = useFragment(<Fields filters={filters} state={state} onChange={onChange} />);
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
        <SearchBox search={state.search} onSearch={(search) => onChange({ search })} />
        <button
          type="button"
          className="button button-quiet cultivar-filters-open"
          popoverTarget={sheetId}
        >
          {t("cultivars.filters.title")}
          {count > 0 && (
            <span className="cultivar-filters-badge">
              <span aria-hidden="true">{count}</span>
              <span className="visually-hidden">{t("cultivars.filters.active", { count })}</span>
            </span>
          )}
        </button>
        <div id={sheetId} popover="auto" className="cultivar-filters-sheet">
          <fieldset {...fields} />
          <button
            type="button"
            className="button cultivar-filters-close"
            popoverTarget={sheetId}
            popoverTargetAction="hide"
          >
            {t("cultivars.filters.show", { count: found })}
          </button>
        </div>
        <span className="without-scripts">
          <Button type="submit">{t("cultivars.filters.apply")}</Button>
        </span>
      </form>
    </search>
  );
}
