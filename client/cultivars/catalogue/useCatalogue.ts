/** The catalogue's index for search fields; fetched separately from the page. */
import { useEffect, useEffectEvent, useState } from "react";
import { loadCatalogueIndex } from "../../contracts/catalogue.ts";
import type { IndexEntry } from "../../contracts/cultivar.ts";
import type { Language } from "../../contracts/language.ts";
import { usePage } from "../../page/PageContext.ts";

/** Undefined while loading, null after a failure. */
export type Catalogue = readonly IndexEntry[] | null | undefined;

/** Fetched once a language, and again after a failure. */
export function useCatalogueLater(): readonly [Catalogue, load: () => void] {
  const { language } = usePage();
  const [known, setKnown] = useState<Partial<Record<Language, Catalogue>>>({});
  const entries = known[language];
  const load = () => {
    if (entries) return;
    loadCatalogueIndex(language).then(
      ({ cultivars }) => setKnown({ [language]: cultivars }),
      () => setKnown({ [language]: null }),
    );
  };
  return [entries, load];
}

export function useCatalogue(): Catalogue {
  const { language } = usePage();
  const [entries, load] = useCatalogueLater();
  const begin = useEffectEvent(load);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each language has an index of its own.
  useEffect(() => begin(), [language]);
  return entries;
}
