/** Turns the i18next resources into a lean `t`: strings looked up flat, plurals by Intl, placeholders filled. */
import type { MessageKey } from "../contracts/locales.ts";
import type { Language } from "../contracts/language.ts";
import { numberText } from "./dates.ts";

export type Messages = Record<string, string>;
type Params = Readonly<Record<string, string | number>>;
export type Translate = (key: MessageKey, params?: Params) => string;

interface Nested {
  readonly [key: string]: string | Nested;
}

const plurals: Readonly<Record<Language, Intl.PluralRules>> = {
  en: new Intl.PluralRules("en"),
  ja: new Intl.PluralRules("ja"),
};

/** Adds one locale file to a flat table; `first` is the file's name, the key's first word. */
export function flatten(resource: Nested, first: string, into: Messages): Messages {
  for (const [name, value] of Object.entries(resource)) {
    const key = `${first}.${name}`;
    if (typeof value === "string") into[key] = value;
    else flatten(value, key, into);
  }
  return into;
}

/** A key without its text prints itself: a missing word must be seen, not hidden, and the tests look for it. */
export function translator(language: Language, messages: Messages): Translate {
  return (key, params) => {
    if (params === undefined) return messages[key] ?? key;
    const { count } = params;
    const plural =
      typeof count === "number" ? messages[`${key}_${plurals[language].select(count)}`] : undefined;
    const text = plural ?? messages[`${key}_other`] ?? messages[key] ?? key;
    return text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) =>
      name === "count" && typeof count === "number"
        ? numberText(count)
        : String(params[name] ?? whole),
    );
  };
}
