/** Search field of the list. */
import { type ChangeEvent, useEffect, useRef, useState } from "react";
import { searchCharacters } from "../contracts/limits.generated.ts";
import { usePage } from "../page/PageContext.ts";

interface SearchBoxProps {
  readonly search: string;
  readonly onSearch: (search: string) => void;
}

/**
 * Renders the search field and reports the typed text, except during an IME composition. Another
 * `search` than the last reported one, such as after a reset, replaces the typed text.
 */
export function SearchBox({ search, onSearch }: SearchBoxProps) {
  const { t, language, store } = usePage();
  const [typed, setTyped] = useState(search);
  // What was reported and has not come back as `search`, in order: on a slow connection the reader
  // types on meanwhile.
  const sent = useRef<readonly string[]>([]);
  const shown = useRef(search);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // Typed before hydration: the form reports it.
    const early = field.current?.value ?? "";
    if (early.trim() !== shown.current) sent.current = [early.trim()];
    setTyped(early);
  }, []);
  useEffect(() => {
    if (search === shown.current) return;
    shown.current = search;
    const at = sent.current.lastIndexOf(search);
    sent.current = at < 0 ? [] : sent.current.slice(at + 1);
    if (at < 0) setTyped(search);
  }, [search]);

  /**
   * Loads the search index when the field gets the focus, to be ready at the first letter; a
   * failure is ignored, because the list page loads the index again with a search.
   */
  const loadIndex = () => {
    store.load("findEntries", { language, params: {} }).catch(() => undefined);
  };
  /**
   * Reports a text and remembers it, so that the `search` that comes back trimmed does not
   * overwrite what is typed.
   */
  const submit = (text: string) => {
    sent.current = [...sent.current, text.trim()];
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
        ref={field}
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
