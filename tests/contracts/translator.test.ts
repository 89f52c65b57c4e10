/** The translator of the client compared with i18next, for every message of both languages. */
import { readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import i18next, { type i18n } from "i18next";
import { describe, expect, test } from "vitest";
import { type Language, languages } from "../../client/contracts/language.ts";
import type { MessageKey } from "../../client/contracts/locales.ts";
import { createTranslator, flatten, type Messages } from "../../client/language/translator.ts";

const counts = [0, 1, 2, 5, 11, 21, 120];
const sample = "<茶> & “tea”";

function resourcesOf(language: Language): Record<string, object> {
  const folder = `shared/locales/${language}`;
  return Object.fromEntries(
    readdirSync(folder, { encoding: "utf8", recursive: true })
      .filter((file) => file.endsWith(".json"))
      .map((file) => [
        basename(file, ".json"),
        JSON.parse(readFileSync(`${folder}/${file}`, "utf8")),
      ]),
  );
}

function messagesOf(resources: Record<string, object>): Messages {
  const messages: Messages = {};
  for (const [file, words] of Object.entries(resources)) {
    flatten(JSON.parse(JSON.stringify(words)), file, messages);
  }
  return messages;
}

/** Returns i18next with the messages of a language. */
async function referenceTranslator(language: Language): Promise<i18n> {
  const instance = i18next.createInstance();
  await instance.init({
    lng: language,
    fallbackLng: false,
    initAsync: false,
    resources: { [language]: { translation: resourcesOf(language) } },
    interpolation: { escapeValue: false },
  });
  return instance;
}

const isKey = (key: string): key is MessageKey => key.includes(".");

/** Returns each message key with the placeholders of its texts. */
function keysOf(messages: Messages): Map<MessageKey, Set<string>> {
  const found = new Map<MessageKey, Set<string>>();
  for (const [name, text] of Object.entries(messages)) {
    const key = name.replace(/_(?:one|other)$/, "");
    if (!isKey(key)) throw new Error(`${key} is no key`);
    const placeholders = found.get(key) ?? new Set();
    for (const [, placeholder] of text.matchAll(/\{\{(\w+)\}\}/g))
      placeholders.add(placeholder ?? "");
    if (key !== name) placeholders.add("count");
    found.set(key, placeholders);
  }
  return found;
}

/** Returns a value for each placeholder. */
function valuesFor(placeholders: Set<string>, count: number): Record<string, string | number> {
  return Object.fromEntries(
    [...placeholders].map((placeholder) => [placeholder, placeholder === "count" ? count : sample]),
  );
}

describe.each(languages)("in %s", (language) => {
  const messages = messagesOf(resourcesOf(language));
  const keys = keysOf(messages);

  test("each message equals the output of i18next", async () => {
    const peer = await referenceTranslator(language);
    const t = createTranslator(language, messages).t;
    const cases = [...keys].flatMap(([key, placeholders]) =>
      (placeholders.has("count") ? counts : [0]).map((count) => ({
        key,
        params: valuesFor(placeholders, count),
      })),
    );

    const own = cases.map(({ key, params }) => `${key}: ${t(key, params)}`);
    const theirs = cases.map(({ key, params }) => `${key}: ${peer.t(key, params)}`);

    expect(own).toEqual(theirs);
  });

  test("a message without placeholders equals the output of i18next without params", async () => {
    const peer = await referenceTranslator(language);
    const t = createTranslator(language, messages).t;
    const plain = [...keys].flatMap(([key, placeholders]) =>
      placeholders.size === 0 ? [key] : [],
    );

    expect(plain.length).toBeGreaterThan(100);
    expect(plain.map((key) => t(key))).toEqual(plain.map((key) => peer.t(key)));
  });
});

test("the count selects the English plural form", () => {
  const messages = { "cultivars.results.count_one": "a", "cultivars.results.count_other": "b" };
  const t = createTranslator("en", messages).t;

  expect([1, 0, 2].map((count) => t("cultivars.results.count", { count }))).toEqual([
    "a",
    "b",
    "b",
  ]);
});
