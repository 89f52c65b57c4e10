/** The catalogue's index and the search by name for search fields; fetched separately from the page. */
import { useEffect, useEffectEvent, useState } from "react";
import { loadCatalogueIndex } from "../../contracts/catalogue.ts";
import type { IndexEntry, CultivarNames } from "../../contracts/cultivar.ts";
import type { Language } from "../../contracts/language.ts";
import { usePage, usePageData } from "../../page/PageContext.ts";

interface CatalogueSearch {
  readonly entries: readonly IndexEntry[];
  readonly find: (search: string) => readonly IndexEntry[];
}

/** Undefined while loading, null after a failure. */
export type Catalogue = CatalogueSearch | null | undefined;

/** Loads all records of a language and the search by name. */
async function loadCatalogue(language: Language): Promise<CatalogueSearch> {
  const [{ cultivars }, { findByName }] = await Promise.all([
    loadCatalogueIndex(language),
    import("../search/findByName.ts"),
  ]);
  return { entries: cultivars, find: (search) => findByName(cultivars, search) };
}

/**
 * Returns the catalogue of the page's language, undefined at first, and a function that loads it
 * unless it is loaded; after a failure or a change of the language it can be loaded again.
 */
export function useCatalogueLater(): readonly [Catalogue, load: () => void] {
  const { language } = usePage();
  const [known, setKnown] = useState<Partial<Record<Language, Catalogue>>>({});
  const catalogue = known[language];
  const load = () => {
    if (catalogue) return;
    loadCatalogue(language).then(
      (loaded) => setKnown({ [language]: loaded }),
      () => setKnown({ [language]: null }),
    );
  };
  return [catalogue, load];
}

/**
 * Returns the records and the search by name. They load after hydration, and again when the
 * language changes.
 */
export function useCatalogue(): Catalogue {
  const { language } = usePage();
  const [catalogue, load] = useCatalogueLater();
  const begin = useEffectEvent(load);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each language has an index of its own.
  useEffect(() => begin(), [language]);
  return catalogue;
}

/** Returns the names of the cultivars by id. */
export function useCultivarNames(): CultivarNames {
  return usePageData("cultivarNames");
}
