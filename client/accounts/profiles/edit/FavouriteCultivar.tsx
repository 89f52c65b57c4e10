/** The favourite cultivar: a search by any name, or four random suggestions. */
import { type KeyboardEvent, useEffect, useState } from "react";
import type { IndexEntry } from "../../../contracts/cultivar.ts";
import { cultivarSuggestions } from "../../../contracts/limits.generated.ts";
import { usePage } from "../../../page/PageContext.ts";
import { NameSearch } from "../../../cultivars/catalogue/NameSearch.tsx";
import { useCatalogue, useCultivarNames } from "../../../cultivars/catalogue/useCatalogue.ts";
import { Button } from "../../../ui/Button.tsx";
import { toggleChoice } from "./draft.ts";
import { randomItems } from "./suggestions.ts";
import type { FieldProps } from "./TextFields.tsx";
import "./FavouriteCultivar.css";
import "./FavouriteTea.css";

/**
 * Returns random suggestions and a function that chooses others. They are chosen after the first
 * render, because the host's HTML must not be random.
 */
function useSuggestions(entries: readonly IndexEntry[] | null | undefined) {
  const [suggested, setSuggested] = useState<readonly IndexEntry[]>([]);
  /** Chooses other suggestions at random. */
  const suggestFrom = (from: readonly IndexEntry[]) =>
    setSuggested((last) => randomItems(from, cultivarSuggestions, { random: Math.random, last }));
  useEffect(() => {
    if (entries) setSuggested(randomItems(entries, cultivarSuggestions, { random: Math.random }));
  }, [entries]);
  return { suggested, shuffle: () => entries && suggestFrom(entries) };
}

/** Properties of the field; `search` is text for which no cultivar is chosen yet. */
interface FavouriteCultivarProps extends FieldProps {
  readonly search: string;
  readonly onSearch: (search: string) => void;
}

export const favouriteSearchId = "favourite-search";

/** Renders a search for the favourite cultivar, with suggestions while nothing is typed. */
export function FavouriteCultivar({ draft, onChange, search, onSearch }: FavouriteCultivarProps) {
  const { t } = usePage();
  const catalogue = useCatalogue();
  const { suggested, shuffle } = useSuggestions(catalogue?.entries);
  const isSearching = search.trim() !== "";
  const found = isSearching ? (catalogue?.find(search) ?? []) : suggested;
  /** Chooses a cultivar, or removes the chosen one, and empties the search. */
  const choose = (chosen: string) => {
    onChange({ cultivar: toggleChoice(draft.cultivar, chosen) });
    onSearch("");
  };
  /** Chooses the only match on Enter, which never submits the form. */
  const chooseOnly = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    const [first, ...others] = found;
    if (event.nativeEvent.isComposing || !isSearching || !first || others.length > 0) return;
    onChange({ cultivar: first.id });
    onSearch("");
  };

  return (
    <div className="favourite-cultivar">
      <ChosenCultivar id={draft.cultivar} onRemove={() => onChange({ cultivar: null })} />
      <div className="text-field">
        <label htmlFor={favouriteSearchId}>{t("profileEdit.cultivar.search")}</label>
        <NameSearch
          id={favouriteSearchId}
          value={search}
          placeholder={t("profileEdit.cultivar.placeholder")}
          onChange={(event) => onSearch(event.target.value)}
          onKeyDown={chooseOnly}
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

interface ChosenCultivarProps {
  readonly id: string | null;
  readonly onRemove: () => void;
}

/** Renders the favourite cultivar with a button that removes it. */
function ChosenCultivar({ id, onRemove }: ChosenCultivarProps) {
  const { language, t } = usePage();
  const names = useCultivarNames();
  const name = id === null ? undefined : names[id];
  if (id === null || name === undefined) {
    return <p className="favourite-cultivar-none">{t("profileEdit.cultivar.none")}</p>;
  }
  return (
    <p className="favourite-cultivar-chosen" role="status">
      <span lang="ja">{name.nameJa}</span>
      {language === "en" && <small>{name.name}</small>}
      <Button kind="quiet" onPress={onRemove}>
        {t("profileEdit.cultivar.remove")}
      </Button>
    </p>
  );
}

interface CultivarChoicesProps {
  readonly entries: readonly IndexEntry[];
  readonly isWaiting: boolean;
  readonly chosen: string | null;
  readonly onChoose: (id: string) => void;
}

const shapes = Array.from({ length: cultivarSuggestions }, (_, index) => index);

/**
 * Renders a scrolling grid of cultivars to choose from, with placeholders until the catalogue is
 * loaded.
 */
function CultivarChoices(props: CultivarChoicesProps) {
  const { entries, isWaiting, chosen, onChoose } = props;
  const { t } = usePage();
  if (isWaiting) {
    return (
      <div className="choices" aria-busy="true">
        {shapes.map((shape) => (
          <span key={shape} className="choice favourite-cultivar-shape" />
        ))}
      </div>
    );
  }
  if (entries.length === 0) return <p className="quiet">{t("profileEdit.cultivar.empty")}</p>;
  return (
    <div className="choices favourite-cultivar-choices">
      {entries.map(({ id, nameJa, nameEn }) => (
        <button
          key={id}
          type="button"
          className="choice"
          aria-pressed={chosen === id}
          onClick={() => onChoose(id)}
        >
          <span>
            <span lang="ja">{nameJa}</span>
            <small lang="en">{nameEn}</small>
          </span>
        </button>
      ))}
    </div>
  );
}
