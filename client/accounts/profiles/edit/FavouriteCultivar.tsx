/** The favourite cultivar: a search by any name, or four random suggestions. */
import { type KeyboardEvent, useEffect, useId, useState } from "react";
import type { IndexEntry } from "../../../contracts/cultivar.ts";
import { cultivarSuggestions } from "../../../contracts/limits.generated.ts";
import { usePage } from "../../../page/PageContext.ts";
import { NameSearch } from "../../../cultivars/catalogue/NameSearch.tsx";
import { useCatalogue } from "../../../cultivars/catalogue/useCatalogue.ts";
import { Button } from "../../../ui/Button.tsx";
import { ChosenCultivar } from "./ChosenCultivar.tsx";
import { CultivarChoices } from "./CultivarChoices.tsx";
import { toggled } from "./draft.ts";
import { draw } from "./suggestions.ts";
import type { FieldProps } from "./TextFields.tsx";
import "./FavouriteCultivar.css";

/** Chosen in the browser after the first render, because the host's HTML must not be random. */
function useSuggestions(entries: readonly IndexEntry[] | null | undefined) {
  const [suggested, setSuggested] = useState<readonly IndexEntry[]>([]);
  const drawFrom = (from: readonly IndexEntry[]) =>
    setSuggested((last) => draw(from, cultivarSuggestions, { random: Math.random, last }));
  useEffect(() => {
    if (entries) setSuggested(draw(entries, cultivarSuggestions, { random: Math.random }));
  }, [entries]);
  return { suggested, shuffle: () => entries && drawFrom(entries) };
}

/** Enter in the search must not submit the form. */
function stayInSearch(event: KeyboardEvent): void {
  if (event.key === "Enter") event.preventDefault();
}

export function FavouriteCultivar({ draft, onChange }: FieldProps) {
  const { t } = usePage();
  const [search, setSearch] = useState("");
  const catalogue = useCatalogue();
  const { suggested, shuffle } = useSuggestions(catalogue?.entries);
  const id = useId();
  const isSearching = search.trim() !== "";
  const found = isSearching ? (catalogue?.find(search) ?? []) : suggested;
  const choose = (chosen: string) => onChange({ cultivar: toggled(draft.cultivar, chosen) });

  return (
    <div className="favourite-cultivar">
      <ChosenCultivar id={draft.cultivar} onRemove={() => onChange({ cultivar: null })} />
      <div className="text-field">
        <label htmlFor={id}>{t("profileEdit.cultivar.search")}</label>
        <NameSearch
          id={id}
          value={search}
          placeholder={t("profileEdit.cultivar.placeholder")}
          onChange={(event) => setSearch(event.target.value)}
          onKeyDown={stayInSearch}
        />
      </div>
      {catalogue === null && <p role="alert">{t("profileEdit.cultivar.failed")}</p>}
      <p className="favourite-cultivar-count" role="status">
        {isSearching
          ? t("profileEdit.cultivar.found", { count: found.length })
          : t("profileEdit.cultivar.suggestions")}
      </p>
      <CultivarChoices
        entries={found}
        isWaiting={catalogue === undefined}
        chosen={draft.cultivar}
        onChoose={choose}
      />
      {!isSearching && (
        <Button kind="quiet" onPress={shuffle} disabled={!catalogue}>
          {t("profileEdit.cultivar.shuffle")}
        </Button>
      )}
    </div>
  );
}
