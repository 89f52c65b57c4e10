/** Makes the index of the search from the records at build time; the same in both languages. */
import {
  type OtherNames,
  type SearchField,
  type SearchIndex,
  searchFields,
} from "../../contracts/search.ts";
import {
  formsOfApplication,
  formsOfCode,
  formsOfNorin,
  formsOfParentalLine,
  formsOfRegister,
  isCode,
} from "./codes.ts";
import { fold } from "./fold.ts";
import { romajiOf } from "./romaji.ts";

interface Names {
  readonly nameJa: string;
  readonly nameKana: string;
  readonly nameEn: string;
  readonly aliases: readonly string[];
}

/** The part of a stored record that is searched. */
export interface SearchedRecord extends Names {
  readonly epithet: string;
  readonly epithetEn: string;
  readonly description: string;
  readonly descriptionEn: string;
  readonly characteristics: readonly string[];
  readonly characteristicsEn: readonly string[];
  readonly origin: string;
  readonly originEn: string;
  readonly registrationYear: string;
  readonly registration: {
    readonly norinNo: number | null;
    readonly year: string;
    readonly pvpNo: string | null;
    readonly pvpYear: string | null;
  };
  readonly breeder: { readonly ja: string | null; readonly en: string | null };
  readonly parents: readonly {
    readonly cultivarId: string | null;
    readonly nameJa: string;
    readonly nameEn: string;
  }[];
  readonly lineage: readonly string[];
  readonly uses: readonly string[];
  readonly maturity: string | null;
  readonly aroma: { readonly ja: readonly string[]; readonly en: readonly string[] };
}

/** Names in both languages, and the readings of Japanese ones. */
export interface SearchWords {
  readonly uses: Readonly<Record<string, readonly string[]>>;
  readonly lineages: Readonly<Record<string, readonly string[]>>;
  readonly maturities: Readonly<Record<string, readonly string[]>>;
  /** By record: numbers of applications for its plant variety rights. */
  readonly applications: Readonly<Record<string, readonly string[]>>;
  /** By record: the diseases, pests and kinds of cold for which it is rated. */
  readonly ratings: Readonly<Record<string, readonly string[]>>;
}

/** Readings of places and uses, and further spellings. */
const otherSpellings: Readonly<Record<string, readonly string[]>> = {
  静岡県: ["しずおか"],
  鹿児島県: ["かごしま"],
  宮崎県: ["みやざき"],
  京都府: ["きょうと"],
  埼玉県: ["さいたま"],
  福岡県: ["ふくおか"],
  三重県: ["みえ"],
  奈良県: ["なら"],
  茨城県: ["いばらき"],
  煎茶: ["せんちゃ"],
  かぶせ茶: ["かぶせちゃ"],
  玉露: ["ぎょくろ"],
  抹茶: ["まっちゃ", "碾茶", "てん茶", "てんちゃ", "tencha"],
  釜炒り茶: ["かまいりちゃ"],
  玉緑茶: ["たまりょくちゃ"],
  紅茶: ["こうちゃ"],
  烏龍茶: ["うーろんちゃ", "ウーロン茶"],
};

const betweenWords = /[\s、。，．,;:；：・()（）「」/／〜–—]+|\.(?:\s|$)/;
const shortestWord = 2;

/** Returns a text and its words, each a term of the search. */
function wordsOf(text: string): readonly string[] {
  return [text, ...text.split(betweenWords)];
}

/** Returns the names of a record without its codes, and its reading in romaji. */
function namesOf(id: string, { nameJa, nameKana, nameEn, aliases }: Names): readonly string[] {
  const named = aliases.filter((alias) => !isCode(alias));
  return [id, nameJa, nameKana, nameEn, romajiOf(nameKana), ...named];
}

/** Returns breeding codes and registration numbers, in the forms in which they are written. */
function codesOf({ nameEn, aliases, registration: { norinNo, pvpNo } }: SearchedRecord) {
  return [
    ...aliases.filter(isCode).flatMap(formsOfCode),
    ...formsOfParentalLine(nameEn),
    ...(norinNo === null ? [] : formsOfNorin(norinNo)),
    ...(pvpNo === null ? [] : formsOfRegister(pvpNo)),
  ];
}

/**
 * Returns the years and decades of a record's registrations, in the forms in which readers type
 * them.
 */
function yearsOf({ registrationYear, registration: { year, pvpYear } }: SearchedRecord) {
  return [registrationYear, year, pvpYear ?? ""].flatMap((one) =>
    one === "" ? [] : [one, `${one}年`, `${one.slice(0, -1)}0s`, `${one.slice(0, -1)}0年代`],
  );
}

/** Returns the words of a record's descriptions, lineages and harvest period. */
function searchedTextsOf(record: SearchedRecord, words: SearchWords): readonly string[] {
  return [
    record.epithet,
    record.epithetEn,
    record.description,
    record.descriptionEn,
    ...record.characteristics,
    ...record.characteristicsEn,
    ...record.lineage.flatMap((code) => words.lineages[code] ?? []),
    ...(words.maturities[record.maturity ?? ""] ?? []),
  ].flatMap((text) => text.split(betweenWords));
}

/**
 * Returns the terms in normal form as one text, each once and with a space before and after it.
 * Terms with fewer letters than `shortest` are left out.
 */
function joinTerms(terms: readonly string[], shortest = 1): string {
  const folded = new Set(terms.map(fold).filter((term) => term.length >= shortest));
  return folded.size === 0 ? "" : ` ${[...folded].join(" ")} `;
}

/**
 * Returns texts in normal form without the names of cultivars: nearly all texts compare with
 * Yabukita.
 */
function withoutNames(terms: readonly string[], names: readonly string[]): readonly string[] {
  return terms.flatMap((term) =>
    names.reduce((texts, name) => texts.flatMap((text) => text.split(name)), [fold(term)]),
  );
}

/**
 * Returns reading and aliases of each record that has any, and the reading in romaji where no other
 * name is equal to it.
 */
export function otherNamesOf(records: Readonly<Record<string, Names>>): OtherNames {
  const named = Object.entries(records).map(([id, { nameJa, nameKana, nameEn, aliases }]) => {
    const reading = nameKana === nameJa ? [] : [nameKana];
    const known = new Set([id, nameJa, nameEn, ...aliases].map(fold));
    const romaji = [romajiOf(nameKana)].filter((name) => !known.has(fold(name)));
    return [id, [...reading, ...aliases, ...romaji]] as const;
  });
  return Object.fromEntries(named.filter(([, names]) => names.length > 0));
}

/** Returns the index: for each record one text of normalised terms for each search field. */
export function searchIndexOf(
  records: Readonly<Record<string, SearchedRecord>>,
  words: SearchWords,
): SearchIndex {
  const allNames = Object.values(records)
    .flatMap(({ nameJa, nameEn }) => [fold(nameJa), fold(nameEn)])
    .filter((name) => name.length > shortestWord)
    .sort((a, b) => b.length - a.length);
  /** Returns the index of one record. */
  const entryOf = (id: string, record: SearchedRecord): readonly string[] => {
    const parents = record.parents.flatMap(({ cultivarId, nameJa, nameEn }) => {
      const parent = cultivarId === null ? undefined : records[cultivarId];
      const known =
        parent === undefined ? [] : [...namesOf(cultivarId ?? "", parent), ...parent.aliases];
      return [...wordsOf(nameJa), ...wordsOf(nameEn), ...known];
    });
    const ratings = (words.ratings[id] ?? []).flatMap(wordsOf);
    const texts = [...searchedTextsOf(record, words), ...ratings];
    const places = [record.origin, record.originEn, record.origin.replace(/[都道府県]$/, "")];
    const terms: Readonly<Record<SearchField, string>> = {
      name: joinTerms(namesOf(id, record)),
      code: joinTerms([
        ...codesOf(record),
        ...(words.applications[id] ?? []).flatMap(formsOfApplication),
      ]),
      parent: joinTerms(parents),
      breeder: joinTerms([
        ...wordsOf(record.breeder.ja ?? ""),
        ...wordsOf(record.breeder.en ?? ""),
      ]),
      place: joinTerms([...places, ...(otherSpellings[record.origin] ?? [])]),
      use: joinTerms(
        record.uses
          .flatMap((use) => words.uses[use] ?? [])
          .flatMap((name) => [...wordsOf(name), ...(otherSpellings[name] ?? [])]),
      ),
      year: joinTerms(yearsOf(record)),
      aroma: joinTerms([...record.aroma.ja, ...record.aroma.en].flatMap(wordsOf)),
      text: joinTerms(withoutNames(texts, allNames), shortestWord),
    };
    return searchFields.map((field) => terms[field]);
  };
  return Object.fromEntries(
    Object.entries(records).map(([id, record]) => [id, entryOf(id, record)]),
  );
}
