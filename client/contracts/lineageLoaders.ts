/** Pages of the lineage groups, for client navigations; loaded on demand. */
import { loadGroupDiagram } from "./groupDiagrams.ts";
import type { Language } from "./language.ts";
import type { LineagePageData, LineageSummary, LineageText } from "./lineage.ts";

/** Loads the texts of all lineage groups, by their code. */
async function loadLineageTexts(
  language: Language,
): Promise<Readonly<Record<string, LineageText>>> {
  const loaded: { default: Readonly<Record<string, LineageText>> } = await import(
    `../../build/catalogue/lineages/${language}.json`
  );
  return loaded.default;
}

/** Loads the summaries of all lineage groups. */
export async function loadLineages(language: Language): Promise<readonly LineageSummary[]> {
  const texts = await loadLineageTexts(language);
  return Object.values(texts);
}

/** Loads the page of a lineage group, or null for an unknown code. */
export async function loadLineage(
  language: Language,
  code: string,
): Promise<LineagePageData | null> {
  const texts = await loadLineageTexts(language);
  const text = Object.hasOwn(texts, code) ? texts[code] : undefined;
  return text ? { ...text, diagram: await loadGroupDiagram(code) } : null;
}
