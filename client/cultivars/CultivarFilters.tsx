/** Search box and the three filters: a plain GET form that answers while one types where scripts run. */
import {
  type ChangeEvent,
  type FormEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from "react";
import { searchCharacters } from "../contracts/limits.ts";
import { pathFor } from "../language/paths.ts";
import { usePage } from "../page/PageContext.ts";
import { Button } from "../ui/Button.tsx";
import { activeFilters, type CatalogueState } from "./catalogueSearch.ts";
import { type CatalogueIndex, type FilterName, filterNames } from "../contracts/cultivar.ts";
import "../ui/FilterForm.css";
import "./CultivarFilters.css";

interface CultivarFiltersProps {
  readonly filters: CatalogueIndex["filters"];
  readonly state: CatalogueState;
  readonly onChange: (part: Partial<CatalogueState>) => void;
  readonly onReset: () => void;
}

interface SearchBoxProps {
  readonly search: string;
  readonly onSearch: (search: string) => void;
}

/** What is typed is kept here and told onward, except while an input method is still composing it. */
function SearchBox({ search, onSearch }: SearchBoxProps) {
  const { t } = usePage();
  const [typed, setTyped] = useState(search);
  const told = useRef(search);
  useEffect(() => {
    if (search !== told.current.trim()) setTyped(search);
    told.current = search;
  }, [search]);

  const tell = (text: string) => {
    told.current = text;
    onSearch(text.trim());
  };
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    const text = event.target.value;
    setTyped(text);
    const isComposing =
      "isComposing" in event.nativeEvent && event.nativeEvent.isComposing === true;
    if (!isComposing) tell(text);
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
        onCompositionEnd={(event) => tell(event.currentTarget.value)}
      />
    </div>
  );
}

interface FilterSelectProps extends Pick<CultivarFiltersProps, "filters" | "state" | "onChange"> {
  readonly name: FilterName;
}

function FilterSelect({ name, filters, state, onChange }: FilterSelectProps) {
  const { t } = usePage();
  return (
    <div className="filter-field">
      <label htmlFor={name}>{t(`cultivars.filters.${name}`)}</label>
      <select
        id={name}
        name={name}
        value={state[name]}
        onChange={(event) => onChange({ [name]: event.target.value })}
      >
        <option value="">{t("cultivars.filters.any")}</option>
        {filters[name].map((option) => (
          <option key={option.id} value={option.id}>
            {option.name}
          </option>
        ))}
      </select>
    </div>
  );
}

/** On a slow line a reader types and chooses before the scripts arrive: what stands in the form then counts. */
function useEarlyInput(form: RefObject<HTMLFormElement | null>, props: CultivarFiltersProps): void {
  const first = useRef(props);
  useEffect(() => {
    if (form.current === null) return;
    const { state, onChange } = first.current;
    const early = new FormData(form.current);
    const names = ["search", ...filterNames] as const;
    const changed = names.flatMap((name) => {
      const value = String(early.get(name) ?? "").trim();
      return value === state[name] ? [] : [[name, value] as const];
    });
    if (changed.length > 0) onChange(Object.fromEntries(changed));
  }, [form]);
}

export function CultivarFilters(props: CultivarFiltersProps) {
  const { filters, state, onChange, onReset } = props;
  const { language, t } = usePage();
  const form = useRef<HTMLFormElement>(null);
  useEarlyInput(form, props);
  const count = activeFilters(state);
  const submit = (event: FormEvent) => event.preventDefault();
  return (
    <search>
      <form
        ref={form}
        className="filter-form cultivar-filters"
        action={pathFor("cultivars", language)}
        onSubmit={submit}
      >
        <SearchBox search={state.search} onSearch={(search) => onChange({ search })} />
        <fieldset>
          <legend>{t("cultivars.filters.title")}</legend>
          {filterNames.map((name) => (
            <FilterSelect
              key={name}
              name={name}
              filters={filters}
              state={state}
              onChange={onChange}
            />
          ))}
        </fieldset>
        <div className="filter-actions">
          <span className="without-scripts">
            <Button type="submit">{t("cultivars.filters.apply")}</Button>
          </span>
          {count > 0 && (
            <span className="cultivar-filters-count">
              {t("cultivars.filters.active", { count })}
            </span>
          )}
          {(count > 0 || state.search !== "") && (
            <a
              className="button button-quiet"
              href={pathFor("cultivars", language)}
              onClick={(event) => {
                event.preventDefault();
                onReset();
              }}
            >
              {t("cultivars.filters.reset")}
            </a>
          )}
        </div>
      </form>
    </search>
  );
}
