/** The messages of the site: their files, and all keys as a type. */
import type { Language } from "./language.ts";
import type { English } from "./locales.generated.ts";

type Keys<T, Before extends string = ""> = {
  [K in keyof T & string]: T[K] extends string
    ? `${Before}${K extends `${infer Singular}_one` | `${infer Singular}_other` ? Singular : K}`
    : Keys<T[K], `${Before}${K}.`>;
}[keyof T & string];

export type LocaleFile = keyof English;
export type MessageKey = Keys<English>;

interface Resource {
  readonly [key: string]: string | Resource;
}

/** Loads one file of messages; the bundler makes a chunk of each. */
export async function loadLocaleFile(language: Language, file: LocaleFile): Promise<Resource> {
  const loaded: { default: Resource } = await import(
    `../../shared/locales/${language}/${file}.json`
  );
  return loaded.default;
}
