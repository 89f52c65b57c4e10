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

/** Loads one file of messages; the bundler makes a chunk of each, and wants a pattern for each folder. */
export async function loadLocaleFile(language: Language, file: LocaleFile): Promise<Resource> {
  const [folder, name] = file.split("/");
  return (await importFile(language, folder ?? "", name)).default;
}

/** Imports a file of the folder, or of the language if it is in none. */
function importFile(
  language: Language,
  folder: string,
  name: string | undefined,
): Promise<{ default: Resource }> {
  if (name === undefined) return import(`../../shared/locales/${language}/${folder}.json`);
  if (folder === "members") return import(`../../shared/locales/${language}/members/${name}.json`);
  return import(`../../shared/locales/${language}/site/${name}.json`);
}
