/** Makes the table of the calendar, which is a file of its own, at build time. */
import type { Calendar } from "../../../contracts/overview/calendar.ts";
import type { ViewMessages } from "../viewMessages.ts";
import type { Table } from "./tables.ts";

/**
 * Returns the calendar as a table: one row for each cultivar at a place, with the addresses of the
 * sources.
 */
export function calendarTable({ groups }: Calendar, { t }: ViewMessages): Table {
  const heads = [
    t("calendar.file.site"),
    t("calendar.file.years"),
    t("calendar.days.cultivar"),
    t("calendar.file.bud"),
    t("calendar.file.pluck"),
    t("calendar.file.budDays"),
    t("calendar.file.pluckDays"),
    t("calendar.file.sources"),
  ];
  return [
    heads,
    ...groups.flatMap(({ site, years, seasons }) =>
      seasons.map(({ name, bud, pluck, budDays, pluckDays, notes }) => [
        site,
        years,
        name,
        bud ?? "",
        pluck ?? "",
        budDays ?? "",
        pluckDays ?? "",
        notes
          .flatMap(({ sources }) => sources.map(({ url }) => url))
          .filter((url, place, all) => all.indexOf(url) === place)
          .join("; "),
      ]),
    ),
  ];
}
