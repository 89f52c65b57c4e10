/** Translation functions by i18next, one instance for each language. */
import { createInstance, type InitOptions } from "i18next";
import type { Language } from "../contracts/language.ts";
import type { MessageKey } from "../contracts/locales.ts";
import { numberText } from "./dates.ts";

/** Messages by their full key, such as `app.nav.login`. */
export type Messages = Record<string, string>;
type Params = Readonly<Record<string, string | number>>;
export type Translate = (key: MessageKey, params?: Params) => string;

interface Resource {
  readonly [key: string]: string | Resource;
}

export interface Translator {
  readonly t: Translate;
  readonly add: (messages: Messages) => void;
}

const namespace = "messages";

const options: InitOptions = {
  ns: namespace,
  defaultNS: namespace,
  // A missing message prints its key, so that tests notice it.
  fallbackLng: false,
  initAsync: false,
  // Keys are looked up whole, and messages may contain any punctuation.
  keySeparator: false,
  nsSeparator: false,
  ignoreJSONStructure: false,
  returnEmptyString: true,
  // A placeholder without a value stays visible.
  missingInterpolationHandler: (_text: string, match: readonly string[]) => match[0] ?? "",
  // React escapes.
  interpolation: { escapeValue: false },
};

/**
 * Adds the messages of a locale file to `into` by their full keys; `first` is the file's name and
 * the first part of each key. Returns `into`.
 */
export function flatten(resource: Resource, first: string, into: Messages): Messages {
  for (const [name, value] of Object.entries(resource)) {
    const key = `${first}.${name}`;
    if (typeof value === "string") into[key] = value;
    else flatten(value, key, into);
  }
  return into;
}

/**
 * Returns the translation function `t` of a language over i18next, and a function that adds
 * messages.
 */
export function createTranslator(language: Language, messages: Messages = {}): Translator {
  const instance = createInstance();
  void instance.init({ ...options, lng: language });
  // Messages without parameters are constant; a map of them keeps rendering nearly as fast as constant strings.
  const plain = new Map<MessageKey, string>();
  /** Adds messages. */
  const add = (added: Messages) => {
    instance.addResources(language, namespace, added);
    plain.clear();
  };
  /** Translates a message without parameters, and caches the result. */
  const translatePlain = (key: MessageKey) => {
    const known = plain.get(key);
    if (known !== undefined) return known;
    const text = instance.t(key);
    plain.set(key, text);
    return text;
  };
  /**
   * Translates a message with parameters. A count selects the plural as a number and is printed
   * with separators; other numbers, such as years, are not.
   */
  const translate = (key: MessageKey, params: Params) => {
    const { count } = params;
    if (typeof count !== "number") return instance.t(key, { replace: params });
    return instance.t(key, { count, replace: { ...params, count: numberText(count) } });
  };
  add(messages);
  return {
    t: (key, params) => (params === undefined ? translatePlain(key) : translate(key, params)),
    add,
  };
}
