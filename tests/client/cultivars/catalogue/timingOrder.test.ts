/** Order of the dates of bud break and picking. */
import { expect, test } from "vitest";
import { inTimingOrder } from "../../../../client/cultivars/catalogue/evidence/timingOrder.ts";

const same = (text: string) => ({ en: text, ja: text });
const seen = (site: string | null, years: string | null) => ({
  site: site === null ? null : same(site),
  years: years === null ? null : same(years),
});

test("dates are listed by place and by year, with averages last", () => {
  const rows = [
    seen("Uji", "normal (as of 2024)"),
    seen("Uji", "2015"),
    seen("Kikugawa", "2020"),
    seen("Uji", "2014"),
    seen(null, null),
    seen("Kikugawa", "2019"),
  ];

  expect(inTimingOrder(rows).map(({ site, years }) => [site?.en, years?.en])).toEqual([
    ["Uji", "2014"],
    ["Uji", "2015"],
    ["Uji", "normal (as of 2024)"],
    ["Kikugawa", "2019"],
    ["Kikugawa", "2020"],
    [undefined, undefined],
  ]);
});
