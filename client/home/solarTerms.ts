/** The 24 solar terms (二十四節気) and 八十八夜, by the sun's apparent longitude and Japan's time. */

/** Terms in the order of the longitude at which they begin, in steps of 15 degrees from 0. */
const solarTerms = [
  "shunbun",
  "seimei",
  "kokuu",
  "rikka",
  "shoman",
  "boshu",
  "geshi",
  "shosho",
  "taisho",
  "risshu",
  "shoshoOfAutumn",
  "hakuro",
  "shubun",
  "kanro",
  "soko",
  "ritto",
  "shosetsu",
  "taisetsu",
  "toji",
  "shokan",
  "daikan",
  "risshun",
  "usui",
  "keichitsu",
] as const;
export type SolarTerm = (typeof solarTerms)[number];

const stepDegrees = 15;
const dayMs = 24 * 60 * 60 * 1000;
const japanMs = 9 * 60 * 60 * 1000;
const minuteMs = 60_000;
/** 2000-01-01 12:00, the epoch of the formulas. */
const epochMs = Date.UTC(2000, 0, 1, 12);
const centuryDays = 36_525;
/** Terrestrial time is ahead of universal time by about this much in these decades. */
const clockLagMs = 69_000;

/** Returns the sine of an angle in degrees. */
const sin = (degrees: number) => Math.sin((degrees * Math.PI) / 180);

/**
 * Returns the sun's apparent longitude at an instant, in degrees from 0 to 360, good to 0.01
 * (Meeus, Astronomical Algorithms, chapter 25).
 */
function solarLongitude(instantMs: number): number {
  const t = (instantMs + clockLagMs - epochMs) / dayMs / centuryDays;
  const mean = 280.46646 + 36000.76983 * t + 0.0003032 * t ** 2;
  const anomaly = 357.52911 + 35999.05029 * t - 0.0001537 * t ** 2;
  const centre =
    (1.914602 - 0.004817 * t - 0.000014 * t ** 2) * sin(anomaly) +
    (0.019993 - 0.000101 * t) * sin(2 * anomaly) +
    0.000289 * sin(3 * anomaly);
  const nutation = 0.00569 + 0.00478 * sin(125.04 - 1934.136 * t);
  return (((mean + centre - nutation) % 360) + 360) % 360;
}

/** Returns the number of days since 1970-01-01 in Japan at an instant in milliseconds. */
export function dayNumberInJapan(instantMs: number): number {
  return Math.floor((instantMs + japanMs) / dayMs);
}

/**
 * Returns the instant in milliseconds at which a day begins in Japan; `day` counts from 1970-01-01.
 */
export function startOfDay(day: number): number {
  return day * dayMs - japanMs;
}

/**
 * Returns the index of the solar term at the end of a day; it lasts from the day in Japan on which
 * the sun reaches its longitude.
 */
function termAtEndOf(day: number): number {
  return Math.floor(solarLongitude(startOfDay(day + 1)) / stepDegrees);
}

export interface TermOfDay {
  readonly term: SolarTerm;
  /** Its first day. */
  readonly since: number;
  readonly next: SolarTerm;
  readonly nextSince: number;
}

/**
 * Returns the solar term of a day, its first day, and the next term with its first day. Days are
 * numbered as by `dayNumberInJapan`.
 */
export function termOn(day: number): TermOfDay {
  const at = termAtEndOf(day);
  /** Returns whether another day has the same term. */
  const isSame = (other: number) => termAtEndOf(other) === at;
  let since = day;
  while (isSame(since - 1)) since -= 1;
  let nextSince = day + 1;
  while (isSame(nextSince)) nextSince += 1;
  const [term, next] = [solarTerms[at], solarTerms[(at + 1) % solarTerms.length]];
  if (term === undefined || next === undefined) throw new Error("a longitude beyond 360 degrees");
  return { term, since, next, nextSince };
}

/**
 * Returns the first instant after `fromMs`, to the minute, at which the sun reaches the term's
 * longitude; in milliseconds.
 */
export function startOfTerm(term: SolarTerm, fromMs: number): number {
  const target = solarTerms.indexOf(term) * stepDegrees;
  /**
   * Returns whether the sun is less than half a circle beyond the term's longitude at an instant.
   */
  const beyond = (instantMs: number) => (solarLongitude(instantMs) - target + 540) % 360 >= 180;
  let end = fromMs + dayMs;
  while (beyond(end - dayMs) || !beyond(end)) end += dayMs;
  let start = end - dayMs;
  while (end - start > minuteMs) {
    const middle = (start + end) / 2;
    if (beyond(middle)) end = middle;
    else start = middle;
  }
  return end;
}

/**
 * Returns the day of 八十八夜 in a year, the 88th day from the first day of spring (risshun), counting
 * that day.
 */
function eightyEighthNightOf(year: number): number {
  return dayNumberInJapan(startOfTerm("risshun", Date.UTC(year, 0, 20))) + 87;
}

/** Returns the number of the day of 八十八夜 that is this day or the next one after it. */
export function nextEightyEighthNight(day: number): number {
  const year = new Date(day * dayMs).getUTCFullYear();
  const thisYear = eightyEighthNightOf(year);
  return thisYear >= day ? thisYear : eightyEighthNightOf(year + 1);
}
