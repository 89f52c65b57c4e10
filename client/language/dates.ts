/** Dates in words. The place of the clock is fixed, so that server and browser print the same day. */
import type { Language } from "../contracts/language.ts";

const locales: Readonly<Record<Language, string>> = { en: "en-US", ja: "ja-JP" };
const timeZone = "Asia/Tokyo";

export function dateText(instant: string, language: Language): string {
  const format = new Intl.DateTimeFormat(locales[language], { dateStyle: "long", timeZone });
  return format.format(new Date(instant));
}

export function momentText(instant: string, language: Language): string {
  const style = { dateStyle: "medium", timeStyle: "short", timeZone } as const;
  return new Intl.DateTimeFormat(locales[language], style).format(new Date(instant));
}

/** As HTML takes it: a second has no more than three digits after the point. */
export function machineText(instant: string): string {
  return instant.replace(/(\.\d{3})\d+/, "$1");
}
