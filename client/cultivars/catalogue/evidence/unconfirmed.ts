/** Names without enough evidence for a record, in the order of their names. */
import unconfirmedTable from "../../../../shared/catalogue/unconfirmed.json" with { type: "json" };
import type { Language } from "../../../contracts/language.ts";
import type { UnconfirmedName } from "../../../contracts/unconfirmed.ts";
import { cultivarNamed, sources } from "../records.ts";
import type { ViewMessages } from "../viewMessages.ts";

interface UnconfirmedRecord {
  readonly nameJa: string | null;
  readonly nameEn: string;
  readonly isSpellingUncertain: boolean;
  readonly known: Readonly<Record<Language, string>>;
  readonly note: Readonly<Record<Language, string>> | null;
  readonly records: readonly string[];
  readonly sources: readonly string[];
}

const table: Readonly<Record<string, UnconfirmedRecord>> = unconfirmedTable;

/**
 * Returns title and address of a source, at its page on the name `id`; notes are named by their
 * type. Throws for an unknown key.
 */
function sourceOf(
  key: string,
  id: string,
  { t }: ViewMessages,
): UnconfirmedName["sources"][number] {
  const source = sources[key];
  if (source === undefined) throw new Error(`no source named ${key}`);
  const { type, title, pages } = source;
  const url = pages?.[id] ?? source.url;
  return { title: type === "notes" ? t("cultivar.sourceType.notes") : title, url };
}

/**
 * Returns all names that have too little evidence for a record, in one language and in reading
 * order.
 */
export function unconfirmedNamesOf(words: ViewMessages): readonly UnconfirmedName[] {
  const { language } = words;
  const collator = new Intl.Collator(language);
  return Object.entries(table)
    .map(([id, { nameJa, nameEn, isSpellingUncertain, known, note, ...rest }]) => {
      const [name, other] = language === "ja" && nameJa ? [nameJa, nameEn] : [nameEn, nameJa];
      return {
        id,
        name,
        ...(other && other !== name && { other }),
        isSpellingUncertain,
        known: known[language],
        ...(note && { note: note[language] }),
        records: rest.records.map((one) => cultivarNamed(one, language)),
        sources: rest.sources.map((key) => sourceOf(key, id, words)),
      };
    })
    .sort((a, b) => collator.compare(a.name, b.name));
}
