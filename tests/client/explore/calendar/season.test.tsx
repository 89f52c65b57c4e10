// @vitest-environment jsdom
/** Today in the calendar, and picture of days from Yabukita. */
import { cleanup, render, screen, within } from "@testing-library/react";
import { afterEach, describe, expect, test } from "vitest";
import { calendarOf } from "../../../../client/cultivars/catalogue/overview/calendar.ts";
import CalendarPart from "../../../../client/explore/calendar/CalendarPart.tsx";
import { EventTexts } from "../../../../client/explore/calendar/EventTexts.tsx";
import {
  axisOf,
  daysUntilSeason,
  shareOf,
  ticksOf,
} from "../../../../client/explore/calendar/season.ts";
import { inPage } from "../../renderPage.tsx";
import { translate } from "../../messages.ts";

afterEach(cleanup);

const calendar = calendarOf({ language: "en", t: translate.en });

function renderCalendar(now: string): HTMLElement {
  return render(
    inPage(<CalendarPart />, {
      page: "calendar",
      language: "en",
      now,
      preloaded: [{ query: "calendar", params: {}, data: calendar }],
      path: "/calendar",
    }),
  ).container;
}

describe("today", () => {
  test("is a line through every drawing of dates in the months of the calendar", () => {
    const page = renderCalendar("2027-04-18T03:00:00Z");

    const drawings = page.querySelectorAll("section[aria-labelledby=dates] .calendar-row");
    expect(drawings.length).toBeGreaterThan(10);
    for (const drawing of drawings) {
      expect(drawing.querySelector(".calendar-today")?.getAttribute("x1")).toBe("39.3%");
    }
    expect(screen.getByText("today, Apr 18")).toBeTruthy();
    const head = "[aria-labelledby=dates] .calendar-sheets > :first-child > .calendar-head";
    expect(page.querySelector(head)).not.toBeNull();
  });

  test("is the day in Japan", () => {
    renderCalendar("2027-04-17T15:00:00Z");

    expect(screen.getByText("today, Apr 18")).toBeTruthy();
  });

  test("is a text with the days until March outside of the months", () => {
    const page = renderCalendar("2026-11-25T03:00:00Z");

    expect(page.querySelector(".calendar-today")).toBeNull();
    expect(screen.getByText(/Nov 25.*: 96 days until March 1/u)).toBeTruthy();
  });

  test.each([
    ["2027-02-28", 1],
    ["2028-02-28", 2],
    ["2027-07-01", 244],
    ["2026-11-25", 96],
  ])("on %s is %i days before March", (today, days) => {
    expect(daysUntilSeason(today)).toBe(days);
  });
});

test("each disclosure of sources names its cultivar and place, or its place and years", () => {
  const page = renderCalendar("2026-11-25T03:00:00Z");

  const names = [...page.querySelectorAll(".calendar-source > summary")].map(
    ({ textContent }) => textContent,
  );
  expect(names.length).toBeGreaterThan(30);
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(name).toMatch(/^(\d+ sources?|Each of the \d+ records): ./);
});

test.each([
  ["en", "bud break May 6, picking May 30"],
  ["ja", "bud break May 6、picking May 30"],
] as const)("a comma divides the dates of two events in %s", (language, text) => {
  const texts = ["bud break May 6", "picking May 30"];
  const { container } = render(
    inPage(<EventTexts texts={texts} />, { page: "calendar", language }),
  );

  expect(container.textContent).toBe(text);
});

describe("days from Yabukita", () => {
  const compared = calendar.groups.flatMap(({ seasons }) =>
    seasons.filter(
      ({ id, budDays, pluckDays }) => id !== "yabukita" && (budDays !== null || pluckDays !== null),
    ),
  );

  test("are in picture and text for each observation, with sources", () => {
    const page = renderCalendar("2026-11-25T03:00:00Z");
    const section = page.querySelector<HTMLElement>("section[aria-labelledby=days]");
    if (section === null) throw new Error("no section of days");

    expect(
      section.querySelector(".calendar-sheets > :first-child > .calendar-head"),
    ).not.toBeNull();
    expect(section.querySelectorAll(".calendar-row")).toHaveLength(compared.length);
    const rows = within(section).getAllByText(/(bud break|picking) /u, {
      selector: ".calendar-event",
    });
    expect(rows.length).toBeGreaterThanOrEqual(compared.length);
    const marks = compared.flatMap(({ budDays, pluckDays }) =>
      [budDays, pluckDays].filter((days) => days !== null),
    );
    expect(section.querySelectorAll(".calendar-row circle")).toHaveLength(marks.length);
    for (const place of section.querySelectorAll(".calendar-place")) {
      expect(place.querySelector(".calendar-source li")).not.toBeNull();
    }
  });

  test("name the cultivars of a remark or source that is not of the whole group", () => {
    const page = renderCalendar("2026-11-25T03:00:00Z");
    /** Returns the texts of the remarks and sources of a group. */
    const textsOf = (heading: string) =>
      [...page.querySelectorAll("section[aria-labelledby=days] .calendar-place")]
        .filter((place) => place.querySelector("h3")?.textContent === heading)
        .flatMap((place) => [...place.querySelectorAll(".calendar-source li")])
        .map(({ textContent }) => textContent);

    const texts = textsOf("Kawaminami, Miyazaki trial average");
    expect(texts).toContain("Sakimidori: Two to three days earlier.");
    for (const text of texts) expect(text).toMatch(/^(Harumoegi|Saemidori|Sakimidori): /u);
    expect(textsOf("Saitama usual")).toEqual([expect.stringMatching(/^埼玉県茶/u)]);
  });

  test("share one axis between whole ticks", () => {
    const axis = axisOf([-13, 4, 11.5]);

    expect(axis).toEqual({ first: -15, last: 15 });
    expect(ticksOf(axis)).toEqual([-15, -10, -5, 0, 5, 10, 15]);
    expect([-15, 0, 7.5, 15].map((days) => shareOf(days, axis))).toEqual([
      "0%",
      "50%",
      "75%",
      "100%",
    ]);
    expect(axisOf([])).toEqual({ first: -5, last: 5 });
  });
});
