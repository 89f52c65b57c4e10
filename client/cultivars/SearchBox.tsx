/** Search field of the list. */
import { type ChangeEvent, useEffect, useRef, useState } from "react";
import { searchCharacters } from "../contracts/limits.generated.ts";
import { usePage } from "../page/PageContext.ts";

interface SearchBoxProps {
  readonly search: string;
  readonly onSearch: (search: string) => void;
}

/** Renders the search field and reports the typed text, except during an IME composition. */
export function SearchBox({ search, onSearch }: SearchBoxProps) {
  const { t, language, store } = usePage();
  const [typed, setTyped] = useState(search);
  const sent = useRef(search);
  useEffect(() => {
    if (search !== sent.current.trim()) setTyped(search);
    sent.current = search;
  }, [search]);

  // Before the first letter; the page of a search loads it again after a failure.
  /**
   * Loads the search index when the field gets the focus, before the first letter; after a failure
   * the page of a search loads it again.
   */
  const loadIndex = () => {
    store.load("findEntries", { language, params: {} }).catch(() => undefined);
  };
  /**
   * Reports a text and remembers it, so that the page's answer does not overwrite what is typed.
   */
  const submit = (text: string) => {
    sent.current = text;
    onSearch(text.trim());
  };
  /** Shows the typed text, and reports it unless an IME composition is under way. */
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
        onFocus={loadIndex}
        onChange={change}
        onCompositionEnd={(event) => submit(event.currentTarget.value)}
      />
    </div>
  );
}
