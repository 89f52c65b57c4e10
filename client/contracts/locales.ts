/** The messages of the site: their files, and all keys as a type. */
import type { Language } from "./language.ts";
import type { English, LocaleFile } from "./locales.generated.ts";

export type { LocaleFile };

type Keys<T, Before extends string = ""> = {
  [K in keyof T & string]: T[K] extends string
    ? `${Before}${K extends `${infer Singular}_one` | `${infer Singular}_other` ? Singular : K}`
    : Keys<T[K], `${Before}${K}.`>;
}[keyof T & string];

export type MessageKey = Keys<English>;

interface Resource {
  readonly [key: string]: string | Resource;
}

/** Loads one file of messages; the bundler makes a chunk of each file, those of subfolders too. */
export async function loadLocaleFile(language: Language, file: LocaleFile): Promise<Resource> {
  // vitest would look for files of subfolders in vain, so it resolves the address when it is read.
  return (await import(/* @vite-ignore */ `../../shared/locales/${language}/${file}.json`)).default;
}
