/** Dates and numbers as text. */
import { describe, expect, it } from "vitest";
import { dateText, machineText, momentText, numberText } from "../../../client/language/dates.ts";

const instants = [
  "2026-11-20T14:59:59Z",
  "2026-11-20T15:00:00Z",
  "2026-12-31T15:00:00.123456Z",
  "2024-02-28T23:05:00Z",
  "2026-01-04T03:07:00Z",
];
const locales = { en: "en-US", ja: "ja-JP" } as const;
const timeZone = "Asia/Tokyo";

/** Replaces narrow spaces, which versions of ICU place differently, by plain ones. */
const plain = (text: string) => text.replace(/\s/g, " ");

describe.each(["en", "ja"] as const)("dates in %s", (language) => {
  it.each(instants)("date of %s equals the Intl.DateTimeFormat output", (instant) => {
    const format = new Intl.DateTimeFormat(locales[language], { dateStyle: "long", timeZone });

    expect(dateText(instant, language)).toBe(plain(format.format(new Date(instant))));
  });

  it.each(instants)("date and time of %s equal the Intl.DateTimeFormat output", (instant) => {
    const dateStyle = language === "ja" ? "long" : "medium";
    const style = { dateStyle, timeStyle: "short", timeZone } as const;
    const format = new Intl.DateTimeFormat(locales[language], style);

    expect(momentText(instant, language)).toBe(plain(format.format(new Date(instant))));
  });
});

it("dates use the time zone of Japan", () => {
  expect(dateText("2026-11-20T14:59:59Z", "en")).toBe("November 20, 2026");
  expect(dateText("2026-11-20T15:00:00Z", "en")).toBe("November 21, 2026");
  expect(momentText("2026-11-20T15:00:00Z", "ja")).toBe("2026年11月21日 0:00");
});

it("machine-readable time has at most milliseconds", () => {
  expect(machineText("2026-11-20T15:00:00.123456Z")).toBe("2026-11-20T15:00:00.123Z");
});

it.each([0, 7, 999, 1000, 9999, 12_345, 999_999, 1_234_567, 10_000_000])(
  "number %d has thousands separators as in Intl.NumberFormat",
  (value) => {
    expect(numberText(value)).toBe(new Intl.NumberFormat("ja").format(value));
    expect(numberText(value)).toBe(new Intl.NumberFormat("en").format(value));
  },
);
