// @vitest-environment jsdom
/** Page of the relation of two records: sentence, coefficient, common ancestors. */
import { cleanup, render, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { Language } from "../../../client/contracts/language.ts";
import { cultivars, recordOf } from "../../../client/cultivars/catalogue/records.ts";
import { genealogyOf } from "../../../client/cultivars/kinship/genealogy.ts";
import RelationPage from "../../../client/explore/RelationPage.tsx";
import { inPage } from "../renderPage.tsx";
import { translate } from "../messages.ts";

afterEach(cleanup);

/** Renders the page of a pair of records. */
function renderRelation(language: Language, a: string, b: string) {
  const params = { a, b };
  const preloaded = [
    { query: "pair", params, data: params },
    { query: "genealogy", params: {}, data: genealogyOf(cultivars, language) },
  ] as const;
  const options = { page: "relation", language, params, preloaded } as const;
  return render(inPage(<RelationPage />, options)).container;
}

/** Returns the name of a record in a language. */
function nameOf(language: Language, id: string): string {
  const record = recordOf(id);
  return language === "ja" ? record.nameJa : record.nameEn;
}

/** Returns the sentence and the coefficient on the page of a pair. */
function answerOf(language: Language, a: string, b: string) {
  const page = renderRelation(language, a, b);
  return [".relation-answer", ".relation-coefficient b"].map(
    (selector) => page.querySelector(selector)?.textContent,
  );
}

test.each([
  [
    "en",
    "Mineyutaka and Cha Chukanbohon Nou 2 are genetically the same plant but for their mutations: both arose from Yabukita without a seed between them.",
  ],
  [
    "ja",
    "みねゆたかと茶中間母本農2号は、それぞれに変異した形質のほかは遺伝的に同じです。どちらもやぶきたから、種子を経ずに生じました。",
  ],
] as const)("two mutations of one plant are said to be one genotype, in %s", (language, answer) => {
  expect(answerOf(language, "mineyutaka", "cha-chukanbohon-no-2")).toEqual([answer, "1"]);
});

test.each([
  [
    "en",
    "Mineyutaka is a mutation of Yabukita and otherwise genetically the same plant. Yabukita is a parent of Saemidori.",
  ],
  [
    "ja",
    "みねゆたかはやぶきたの変異で、変異した形質のほかは遺伝的に同じです。やぶきたはさえみどりの親です。",
  ],
] as const)("a mutation is related as the plant that it arose on, in %s", (language, answer) => {
  expect(answerOf(language, "mineyutaka", "saemidori")).toEqual([answer, "0.5"]);
});

test.each([
  ["en", "asahi", "Asahi was selected from Uji zairai."],
  ["ja", "asahi", "あさひは宇治在来から選抜されました。"],
  ["en", "saemidori", "Saemidori descends from Asatsuyu, selected from Uji zairai."],
  ["ja", "saemidori", "さえみどりは、宇治在来から選抜されたあさつゆの子孫です。"],
] as const)(
  "a native population has descendants and no coefficient: %s, %s",
  (language, b, answer) => {
    const open = translate[language]("relation.coefficient.open");
    const page = renderRelation(language, "uji-zairai", b);

    expect(answerOf(language, "uji-zairai", b)).toEqual([answer, open]);
    expect(page.textContent).toContain(translate[language]("relation.coefficient.population"));
    expect(page.textContent).not.toContain(translate[language]("relation.coefficient.why"));
    expect(page.querySelector(".relation-steps")?.textContent).toContain(
      translate[language]("relation.line.selection", {
        child: nameOf(language, b === "saemidori" ? "asatsuyu" : b),
        parent: nameOf(language, "uji-zairai"),
      }),
    );
  },
);

test("a line of the heading may end before a name, but not within it", () => {
  const heading = renderRelation("ja", "saemidori", "okumidori").querySelector("h1");
  const lines = heading?.innerHTML.split("<wbr>");

  expect(lines).toEqual([
    '<span class="whole">さえみどり</span>と',
    '<span class="whole">おくみどり</span>の血縁関係',
  ]);
  const answer = heading?.parentElement?.querySelectorAll(".relation-answer .whole") ?? [];
  expect([...answer].map((name) => name.textContent)).toContain("おくみどり");
});

test("the table of common ancestors scrolls by keyboard", () => {
  const page = renderRelation("ja", "seimei", "saemidori");
  const name = translate.ja("relation.ancestors.heading");

  expect(within(page).getByRole("group", { name }).tabIndex).toBe(0);
  expect(page.querySelector("table")?.parentElement?.tabIndex).toBe(0);
});

test("lists the records to choose from in the order of the genealogy", () => {
  const genealogy = genealogyOf(cultivars, "ja");
  const recorded = Object.keys(genealogy).filter((id) => !genealogy[id]?.unrecorded);
  const select = renderRelation("ja", "seimei", "saemidori").querySelector("select");
  const listed = [...(select?.options ?? [])].map(({ value }) => value).filter(Boolean);

  expect(listed).toEqual(recorded);
});
