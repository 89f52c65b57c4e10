/** The catalogue's index for whoever looks for a cultivar: not part of a page, fetched beside it. */
import { useEffect, useEffectEvent, useState } from "react";
import { loadCatalogueIndex } from "../../contracts/catalogue.ts";
import type { IndexEntry } from "../../contracts/cultivar.ts";
import type { Language } from "../../contracts/language.ts";
import { usePage } from "../../page/PageContext.ts";

/** Undefined until it is there, null when it did not come. */
export type Catalogue = readonly IndexEntry[] | null | undefined;

/** Fetched when it is asked for, once in a language, and again where it did not come. */
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
