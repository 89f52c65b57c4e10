/** Dates, by the clock of Japan wherever one reads, and numbers: server and browser print the same signs. */
import type { Language } from "../contracts/language.ts";

const ahead = 9 * 60 * 60 * 1000;
const months =
  "January February March April May June July August September October November December".split(
    " ",
  );

const two = (count: number) => String(count).padStart(2, "0");

/** Japan's clock as numbers: no summer time since 1951, so nine hours are all there is to it. */
function clockOf(instant: string) {
  const there = new Date(Date.parse(instant) + ahead);
  return {
    year: there.getUTCFullYear(),
    month: there.getUTCMonth(),
    day: there.getUTCDate(),
    hour: there.getUTCHours(),
    minute: two(there.getUTCMinutes()),
  };
}

export function dateText(instant: string, language: Language): string {
  const { year, month, day } = clockOf(instant);
  return language === "ja" ? `${year}年${month + 1}月${day}日` : `${months[month]} ${day}, ${year}`;
}

export function momentText(instant: string, language: Language): string {
  const { year, month, day, hour, minute } = clockOf(instant);
  if (language === "ja") return `${year}/${two(month + 1)}/${two(day)} ${hour}:${minute}`;
  const name = months[month]?.slice(0, 3);
  return `${name} ${day}, ${year}, ${hour % 12 || 12}:${minute} ${hour < 12 ? "AM" : "PM"}`;
}

/** As HTML takes it: a second has no more than three digits after the point. */
export function machineText(instant: string): string {
  return instant.replace(/(\.\d{3})\d+/, "$1");
}

/** Both languages set thousands apart by a comma; whole numbers need no more than that, and no tables of the engine's. */
export function numberText(value: number): string {
  const digits = String(value);
  return value < 1000 ? digits : digits.replace(/\B(?=(?:\d{3})+$)/g, ",");
}
