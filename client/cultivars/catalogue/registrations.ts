/** Registration of a record in words: one line an event, each with its own year. */
import { rightTimelineOf } from "./facets/rights.ts";
import { type CultivarRecord, prefectureNamed, recordOf } from "./records.ts";
import type { ViewMessages } from "./viewMessages.ts";

// Of these the year is that of the naming by the prefecture, not of a recommendation.
const namedBy: Readonly<Record<string, "kagoshima" | "shizuoka">> = {
  yutakamidori: "kagoshima",
  yamakai: "shizuoka",
};
/** Records that the prefecture selected, not recommended, in the record's year. */
const selected: ReadonlySet<string> = new Set(["uji-midori"]);
/** Records whose maker shows a certificate of the plant variety register. */
const certified: ReadonlySet<string> = new Set(["horai-kincha"]);

/**
 * Returns what a prefecture did with a record in the record's year (named, selected or recommended
 * it), and the prefecture's name.
 */
function prefectureEvent(id: string, { language }: ViewMessages) {
  const record = recordOf(id);
  const namer = namedBy[id];
  if (namer) return { event: "named", prefecture: prefectureNamed(namer, language) } as const;
  // A prefecture recommends what was bred in it.
  const prefecture = language === "ja" ? record.origin : record.originEn;
  return { event: selected.has(id) ? "selected" : "prefecture", prefecture } as const;
}

/**
 * Returns what is known of a plant variety right without a year of its grant: that an application
 * was announced, that there is a certificate, or neither.
 */
function undatedRight(id: string): "pvpPending" | "pvpCertificate" | "pvpUndated" {
  if (rightTimelineOf(id) === "pending") return "pvpPending";
  return certified.has(id) ? "pvpCertificate" : "pvpUndated";
}

/**
 * Returns what is known of a record without a registration: none was found where it was looked for
 * (`none`), what was read is not enough to tell (`unknown`), or the registers were not searched.
 * Null for a record with a registration.
 */
function absenceOf(id: string): "none" | "unknown" | "notSearched" | null {
  const { system } = recordOf(id).registration;
  if (system !== "none" && system !== "unknown") return null;
  const right = rightTimelineOf(id);
  if (right === "") return "notSearched";
  return system === "none" && right === "noneFound" ? "none" : "unknown";
}

/**
 * Returns the registration in a few words, without its year; empty for an unregistered line or
 * population, which no register would list.
 */
export function undatedRegistration(id: string, words: ViewMessages): string {
  const { t } = words;
  const { kind, registration } = recordOf(id);
  const { system, norinNo, year } = registration;
  if (system === "norin") return t("facets.registration.norin", { number: norinNo ?? "" });
  if (system === "pvp") return t(`facets.registration.${year ? "pvp" : undatedRight(id)}`);
  const absence = absenceOf(id);
  if (absence !== null) {
    if (kind !== "cultivar") return "";
    return t(`facets.registration.${absence === "none" ? "none" : "unknown"}`);
  }
  if (!year) return t("facets.registration.prefecture");
  const { event, prefecture } = prefectureEvent(id, words);
  return event === "named"
    ? t("facets.registration.named", { prefecture })
    : t(`facets.registration.${event}`);
}

/** Returns the registration in a few words with its year, if it has one. */
export function shortRegistration(id: string, words: ViewMessages): string {
  const registration = undatedRegistration(id, words);
  const { year } = recordOf(id).registration;
  if (!year || absenceOf(id) !== null) return registration;
  return words.t("facets.registration.dated", { registration, year });
}

/**
 * Returns the line of a registration under the plant variety law, as a list of one; empty without a
 * year.
 */
function pvpLine(year: string | null, number: string | null, { t }: ViewMessages): string[] {
  if (!year) return [];
  return number
    ? [t("cultivar.registrations.pvp", { number, year })]
    : [t("cultivar.registrations.pvpYear", { year })];
}

/**
 * Returns the line of the plant variety right, or of its application, beside another registration,
 * as a list of one; empty without either.
 */
function lineBeside(id: string, words: ViewMessages): string[] {
  const { pvpNo, pvpYear } = recordOf(id).registration;
  if (rightTimelineOf(id) !== "pending") return pvpLine(pvpYear, pvpNo, words);
  return [words.t("cultivar.registrations.pvpPending")];
}

/**
 * Returns the register of each line that `registrationsOf` returns, as a value of the list's
 * filter; "" for an unknown one. An application for a plant variety right counts as "pvp".
 */
export function registersOf(id: string): readonly string[] {
  const absence = absenceOf(id);
  if (absence !== null) return [absence === "none" ? absence : ""];
  const { system, pvpYear } = recordOf(id).registration;
  const hasRight = Boolean(pvpYear) || rightTimelineOf(id) === "pending";
  return system !== "pvp" && hasRight ? [system, "pvp"] : [system];
}

/**
 * Returns one line for each registration: the national name and the plant variety right have
 * separate years. If there is none, or it is unknown, it returns one line that says so.
 */
export function registrationsOf(id: string, words: ViewMessages): readonly string[] {
  const { t } = words;
  const record = recordOf(id);
  const { system, norinNo, year, pvpNo, pvpYear } = record.registration;
  if (system === "norin") {
    const line = t("cultivar.registrations.norin", { number: norinNo ?? "", year });
    return [line, ...lineBeside(id, words)];
  }
  if (system === "pvp") {
    const lines = pvpLine(year || pvpYear, pvpNo, words);
    return lines.length > 0 ? lines : [t(`cultivar.registrations.${undatedRight(id)}`)];
  }
  const absence = absenceOf(id);
  if (absence !== null) return [t(`cultivar.registrations.${absence}`)];
  const { event, prefecture } = prefectureEvent(id, words);
  if (!year) return [t("cultivar.registrations.prefectureNoYear", { prefecture })];
  const line =
    event === "selected"
      ? t("cultivar.registrations.selected", { year })
      : t(`cultivar.registrations.${event}`, { prefecture, year });
  return [line, ...lineBeside(id, words)];
}

/** Returns a record's numbers in the two national registers, 茶農林 and 種苗法. */
export function identifiersOf({ registration: { norinNo, pvpNo } }: CultivarRecord) {
  const norin = norinNo === null ? [] : [{ register: "茶農林", number: String(norinNo) }];
  return pvpNo === null ? norin : [...norin, { register: "種苗法", number: pvpNo }];
}

/**
 * Returns the year of a record's registration with what happened in it; without a year it says that
 * no registration was found, or that it is not known.
 */
export function yearOf(id: string, words: ViewMessages): string {
  const { t } = words;
  const { registration, registrationYear: year } = recordOf(id);
  const { system } = registration;
  if (absenceOf(id) === "none") return t("cultivar.noRegistration");
  if (!year) return t("cultivar.registrationUnknown");
  if (system === "norin" || system === "pvp") return t(`cultivar.yearOf.${system}`, { year });
  const { event, prefecture } = prefectureEvent(id, words);
  return event === "named"
    ? t("cultivar.yearOf.named", { prefecture, year })
    : t(`cultivar.yearOf.${event}`, { year });
}
