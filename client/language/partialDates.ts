/** Dates of which only a part may be known, as text; and the day in Japan. */
import type { Language } from "../contracts/language.ts";
import { monthNames } from "./dates.ts";

const offsetMs = 9 * 60 * 60 * 1000;
const dayLetters = 10;

/** Returns the day in Japan at an instant, such as 2026-11-23. */
export function dayInJapan(instant: string): string {
  return new Date(Date.parse(instant) + offsetMs).toISOString().slice(0, dayLetters);
}

/** Returns the English name of a month such as "04". */
const nameOf = (month: string) => monthNames[Number(month) - 1] ?? "";

/** Writes a day, a month or a year, such as 2009-11-20, 2009-11 or 2009, in a language. */
export function partialDateText(date: string, language: Language): string {
  const [year = "", month, day] = date.split("-");
  if (language === "ja") {
    const months = month ? `${Number(month)}月` : "";
    return `${year}年${months}${day ? `${Number(day)}日` : ""}`;
  }
  if (!month) return year;
  return day ? `${nameOf(month)} ${Number(day)}, ${year}` : `${nameOf(month)} ${year}`;
}

/**
 * Writes a day of any year, such as 04-18, in a language; English dates have no space for a line
 * break.
 */
export function dayOfYearText(date: string, language: Language): string {
  const [month = "", day] = date.split("-");
  return language === "ja"
    ? `${Number(month)}月${Number(day)}日`
    : `${nameOf(month).slice(0, 3)}\u00a0${Number(day)}`;
}
