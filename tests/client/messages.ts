/** Messages of the site in both languages, from the shared locales, and their translators. */
import { readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { type Language, languages } from "../../client/contracts/language.ts";
import {
  flatten,
  type Messages,
  type Translate,
  createTranslator,
} from "../../client/language/translator.ts";

function messagesOf(language: Language): Messages {
  const folder = `shared/locales/${language}`;
  const messages: Messages = {};
  for (const file of readdirSync(folder, { encoding: "utf8", recursive: true })) {
    if (!file.endsWith(".json")) continue;
    flatten(
      JSON.parse(readFileSync(`${folder}/${file}`, "utf8")),
      basename(file, ".json"),
      messages,
    );
  }
  return messages;
}

export const messages: Readonly<Record<Language, Messages>> = {
  en: messagesOf("en"),
  ja: messagesOf("ja"),
};

export const translate: Readonly<Record<Language, Translate>> = {
  en: createTranslator("en", messages.en).t,
  ja: createTranslator("ja", messages.ja).t,
};

export const eachLanguage = languages;
