/** The cultivar that a member likes best: searched by any of its names, or picked from four drawn by chance. */
import { type KeyboardEvent, useEffect, useId, useState } from "react";
import { loadCatalogueIndex } from "../../contracts/catalogue.ts";
import type { IndexEntry } from "../../contracts/cultivar.ts";
import { cultivarSuggestions, searchCharacters } from "../../contracts/limits.ts";
import { usePage } from "../../page/PageContext.ts";
import { matchByName } from "../../catalogue/matching.ts";
import { Button } from "../../ui/Button.tsx";
import { ChosenCultivar } from "./ChosenCultivar.tsx";
import { CultivarChoices } from "./CultivarChoices.tsx";
import { toggled } from "./draft.ts";
import { draw } from "./suggestions.ts";
import type { FieldProps } from "./WordsFields.tsx";
import "./FavouriteCultivar.css";

/** The catalogue is fetched when the form is there already; undefined until then, null when it did not come. */
function useCatalogue(): readonly IndexEntry[] | null | undefined {
  const { language } = usePage();
  const [entries, setEntries] = useState<readonly IndexEntry[] | null>();
  useEffect(() => {
    loadCatalogueIndex(language).then(
      ({ cultivars }) => setEntries(cultivars),
      () => setEntries(null),
    );
  }, [language]);
  return entries;
}

/** Drawn in the browser alone, after the first render: the host's page holds no chance. */
function useSuggestions(entries: readonly IndexEntry[] | null | undefined) {
  const [suggested, setSuggested] = useState<readonly IndexEntry[]>([]);
  const drawFrom = (from: readonly IndexEntry[]) =>
    setSuggested((last) => draw(from, cultivarSuggestions, { random: Math.random, last }));
  useEffect(() => {
    if (entries) setSuggested(draw(entries, cultivarSuggestions, { random: Math.random }));
  }, [entries]);
  return { suggested, shuffle: () => entries && drawFrom(entries) };
}

/** Enter in the search looks nothing up that is not already shown, and must not send the form. */
function stayInSearch(event: KeyboardEvent): void {
  if (event.key === "Enter") event.preventDefault();
}

export function FavouriteCultivar({ draft, onChange }: FieldProps) {
  const { t } = usePage();
  const [search, setSearch] = useState("");
  const entries = useCatalogue();
  const { suggested, shuffle } = useSuggestions(entries);
  const id = useId();
  const isSearching = search.trim() !== "";
  const found = isSearching ? matchByName(entries ?? [], search).found : suggested;
  const choose = (chosen: string) => onChange({ cultivar: toggled(draft.cultivar, chosen) });

  return (
    <div className="favourite-cultivar">
      <ChosenCultivar id={draft.cultivar} onRemove={() => onChange({ cultivar: null })} />
      <div className="text-field">
        <label htmlFor={id}>{t("profileEdit.cultivar.search")}</label>
        <input
          id={id}
          type="search"
          value={search}
          maxLength={searchCharacters}
          placeholder={t("profileEdit.cultivar.placeholder")}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onChange={(event) => setSearch(event.target.value)}
          onKeyDown={stayInSearch}
        />
      </div>
      {entries === null && <p role="alert">{t("profileEdit.cultivar.failed")}</p>}
      <p className="favourite-cultivar-count" role="status">
        {isSearching
          ? t("profileEdit.cultivar.found", { count: found.length })
          : t("profileEdit.cultivar.suggestions")}
      </p>
      <CultivarChoices
        entries={found}
        isWaiting={entries === undefined}
        chosen={draft.cultivar}
        onChoose={choose}
      />
      {!isSearching && (
        <Button kind="quiet" onPress={shuffle} disabled={!entries}>
          {t("profileEdit.cultivar.shuffle")}
        </Button>
      )}
    </div>
  );
}
