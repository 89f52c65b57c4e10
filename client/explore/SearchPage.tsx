/** Search of the whole site: the form here, the results as a server part; the address holds the search. */
import {
  type FormEvent,
  type KeyboardEvent,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from "react";
import { NameSearch } from "../cultivars/catalogue/NameSearch.tsx";
import { readSearch } from "../cultivars/search/searchText.ts";
import { pathFor } from "../language/paths.ts";
import { useEntry, useQuery, useReplace } from "../page/address.ts";
import { PageHead } from "../page/PageHead.tsx";
import { usePage } from "../page/PageContext.ts";
import { isSearchKeyOn, setSearchKey } from "../page/searchKey.ts";
import { ServerPart } from "../page/ServerPart.tsx";
import { Button } from "../ui/Button.tsx";
import "./Search.css";

/** Pause after the last key before the results follow. */
const pauseMs = 300;

/**
 * Moves the focus to the previous or next result on the arrow keys; the search field comes before
 * the first. Links that add a record to a comparison are passed over.
 */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined || event.nativeEvent.isComposing) return;
  const stops = event.currentTarget.querySelectorAll<HTMLElement>(
    "input[name=q], .search-results a:not([data-compare])",
  );
  const { activeElement } = document;
  const at = activeElement instanceof HTMLElement ? [...stops].indexOf(activeElement) : -1;
  const next = at < 0 ? undefined : stops[at + step];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}

/**
 * Renders the switch of the search key ("/" opens this page), whose setting is stored in this
 * browser. The first render shows it on, as the worker cannot know the setting.
 */
function KeySwitch() {
  const { t } = usePage();
  const [isOn, setOn] = useState(true);
  useEffect(() => setOn(isSearchKeyOn()), []);
  return (
    <label className="search-key">
      <input
        type="checkbox"
        checked={isOn}
        onChange={({ target }) => setOn(setSearchKey(target.checked))}
      />
      {t("search.key")}
    </label>
  );
}

/**
 * Renders the search field; with scripts it searches after a pause of 300 ms in typing, also while
 * earlier results load. Without a search the field gets the focus.
 */
function SearchForm({ search }: { readonly search: string }) {
  const { language, t } = usePage();
  const go = useReplace();
  const entry = useEntry();
  const field = useRef<HTMLInputElement>(null);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  // The page shows `search` when its results have come; the reader may have typed on by then.
  const latest = useRef({ entry, search });
  const startEarly = useEffectEvent(() => {
    // Typed before hydration.
    if (field.current && field.current.value.trim() !== search) wait();
  });
  useEffect(() => {
    startEarly();
    return () => clearTimeout(pause.current);
  }, []);
  useEffect(() => {
    if (entry !== latest.current.entry) {
      // A link or the browser's back button; typing keeps the entry.
      clearTimeout(pause.current);
      latest.current = { entry, search };
      if (field.current) field.current.value = search;
    }
    if (search === "") field.current?.focus();
  }, [entry, search]);
  /** Replaces the address by that of the typed search. */
  const show = () => {
    clearTimeout(pause.current);
    const q = field.current?.value.trim() ?? "";
    const query = q === "" ? "" : `?${new URLSearchParams({ q })}`;
    if (q === latest.current.search) return;
    latest.current.search = q;
    go(pathFor("search", language) + query);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    show();
  };
  /** Searches 300 ms after the last input. */
  const wait = () => {
    clearTimeout(pause.current);
    pause.current = setTimeout(show, pauseMs);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> is missing in the oldest supported browsers
    <form
      role="search"
      className="search-form"
      action={pathFor("search", language)}
      onSubmit={submit}
    >
      <label htmlFor="q" className="visually-hidden">
        {t("search.label")}
      </label>
      <NameSearch
        ref={field}
        id="q"
        name="q"
        defaultValue={search}
        placeholder={t("search.placeholder")}
        aria-describedby="search-keys"
        onInput={wait}
      />
      <Button type="submit">{t("search.submit")}</Button>
      <p id="search-keys" className="visually-hidden">
        {t("search.keys")}
      </p>
    </form>
  );
}

/**
 * Renders what screen readers announce after a search: how many results are shown, or that there are
 * none; nothing when the search failed. It reads them from the page, since another part renders the
 * results.
 */
function ResultsStatus({ search }: { readonly search: string }) {
  const { t } = usePage();
  const announced = useRef(search);
  // Undefined before a search, and after one that failed.
  const [shown, setShown] = useState<{ readonly search: string; readonly count: number }>();
  useEffect(() => {
    if (search === announced.current) return;
    announced.current = search;
    const count = document.querySelectorAll(".search-results li").length;
    const isKnown = count > 0 || document.querySelector(".search-nothing") !== null;
    setShown(isKnown ? { search, count } : undefined);
  }, [search]);
  return (
    <p className="visually-hidden" role="status">
      {shown?.search === search &&
        t(shown.count > 0 ? "search.shown" : "search.nothing.title", shown)}
    </p>
  );
}

/** Renders the search of the whole site; arrow keys move between the results. */
export default function SearchPage() {
  const { t } = usePage();
  const search = readSearch(useQuery().get("q"));
  return (
    // The arrow keys move between elements that have the focus anyway.
    // biome-ignore lint/a11y/noStaticElementInteractions: see above
    <div className="search" onKeyDown={moveFocus}>
      <PageHead
        title={search ? t("search.meta.found", { search }) : t("search.meta.title")}
        description={t("search.meta.description")}
      />
      <header className="page-title">
        <h1>{t("search.label")}</h1>
      </header>
      <SearchForm search={search} />
      <KeySwitch />
      <ResultsStatus search={search} />
      <ServerPart />
    </div>
  );
}
