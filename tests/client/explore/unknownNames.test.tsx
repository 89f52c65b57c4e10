// @vitest-environment jsdom
/** Unknown ids in the address: pages name them and use the known ones. */
import { cleanup, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { calendarOf } from "../../../client/cultivars/catalogue/overview/calendar.ts";
import { cultivars } from "../../../client/cultivars/catalogue/records.ts";
import { genealogyOf } from "../../../client/cultivars/kinship/genealogy.ts";
import CalendarPart from "../../../client/explore/calendar/CalendarPart.tsx";
import RelationsPage from "../../../client/explore/RelationsPage.tsx";
import { renderInPage } from "../renderPage.tsx";
import { eachLanguage, translate } from "../messages.ts";

afterEach(cleanup);

/** Returns the texts of all notices. */
const notices = () => screen.queryAllByRole("status").map(({ textContent }) => textContent);

test.each(eachLanguage)("the form of a relation names unknown ids, in %s", (language) => {
  const data = genealogyOf(cultivars, language);
  const preloaded = [{ query: "genealogy", params: {}, data }] as const;
  const form = (search: string) => {
    cleanup();
    const path = `/relation${search}`;
    const page = renderInPage(<RelationsPage />, { page: "relations", language, preloaded, path });
    return [...page.container.querySelectorAll("select")].map(({ value }) => value);
  };
  const unknown = (name: string) => translate[language]("relation.choose.unknown", { name });

  expect(form("?a=nope&b=yabukita")).toEqual(["", "yabukita"]);
  expect(notices()).toEqual([unknown("nope")]);
  expect(form("?a=constructor&b=constructor")).toEqual(["", ""]);
  expect(notices()).toEqual([unknown("constructor")]);
  expect(form("?a=yabukita&b=")).toEqual(["yabukita", ""]);
  expect(notices()).toEqual([]);
});

test.each(eachLanguage)("the calendar names ids that it has no record of, in %s", (language) => {
  const data = calendarOf({ language, t: translate[language] });
  const preloaded = [{ query: "calendar", params: {}, data }] as const;
  const chosen = (search: string) => {
    cleanup();
    const path = `/calendar${search}`;
    const page = renderInPage(<CalendarPart />, { page: "calendar", language, preloaded, path });
    return [...page.container.querySelectorAll<HTMLInputElement>("input:checked")].map(
      ({ value }) => value,
    );
  };
  const unknown = (name: string) => translate[language]("calendar.choice.unknown", { name });

  expect(chosen("?ids=nope,saemidori&ids=none")).toEqual(["saemidori"]);
  expect(notices()).toEqual([unknown("nope"), unknown("none")]);
  expect(chosen("?ids=")).toEqual([]);
  expect(notices()).toEqual([]);
});
