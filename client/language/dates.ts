/** Dates in Japan's time zone, and numbers; the worker and the browser print the same text. */
import type { Language } from "../contracts/language.ts";

const offsetMs = 9 * 60 * 60 * 1000;
export const monthNames =
  "January February March April May June July August September October November December".split(
    " ",
  );

/** Writes a number with at least two digits. */
const twoDigits = (count: number) => String(count).padStart(2, "0");

/**
 * Returns year, month (from 0), day and time of an instant in Japan: UTC plus nine hours, without
 * daylight saving since 1951.
 */
function clockOf(instant: string) {
  const inJapan = new Date(Date.parse(instant) + offsetMs);
  return {
    year: inJapan.getUTCFullYear(),
    month: inJapan.getUTCMonth(),
    day: inJapan.getUTCDate(),
    hour: inJapan.getUTCHours(),
    minute: twoDigits(inJapan.getUTCMinutes()),
  };
}

/** Writes the day of an instant in Japan, such as "April 8, 2026". */
export function dateText(instant: string, language: Language): string {
  const { year, month, day } = clockOf(instant);
  return language === "ja"
    ? `${year}年${month + 1}月${day}日`
    : `${monthNames[month]} ${day}, ${year}`;
}

/** Writes day and time of an instant in Japan. */
export function momentText(instant: string, language: Language): string {
  const { year, month, day, hour, minute } = clockOf(instant);
  if (language === "ja") return `${dateText(instant, language)} ${hour}:${minute}`;
  const name = monthNames[month]?.slice(0, 3);
  return `${name} ${day}, ${year}, ${hour % 12 || 12}:${minute} ${hour < 12 ? "AM" : "PM"}`;
}

/** Writes an instant for the `datetime` attribute, which allows three fraction digits. */
export function machineText(instant: string): string {
  return instant.replace(/(\.\d{3})\d+/, "$1");
}

/**
 * Writes a whole number with commas between thousands, as both languages do; `Intl` is not needed
 * for that.
 */
export function numberText(value: number): string {
  const digits = String(value);
  return value < 1000 ? digits : digits.replace(/\B(?=(?:\d{3})+$)/g, ",");
}
