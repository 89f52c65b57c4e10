// @vitest-environment jsdom
/** Similar cultivars on the page of a record: why there are none, and wishes of growers with and without an answer. */
import { cleanup } from "@testing-library/react";
import { afterEach, describe, expect, test } from "vitest";
import { cultivars } from "../../../client/cultivars/catalogue/records.ts";
import { similarTo } from "../../../client/cultivars/catalogue/similar.ts";
import { similarityFigures, weights } from "../../../client/cultivars/similarity/rules.ts";
import { viewMessagesIn } from "../catalogue.ts";
import { eachLanguage, translate } from "../messages.ts";
import { renderCultivarById } from "./record.tsx";

afterEach(cleanup);

describe.each(eachLanguage)("in %s", (language) => {
  const all = Object.entries(cultivars).map(([id, { kind }]) => ({
    id,
    kind,
    similar: similarTo(id, viewMessagesIn(language)),
  }));

  test("every record has three to six similar ones or a note why not", () => {
    for (const { id, similar } of all) {
      const { neighbours, note } = similar;
      expect([id, note === null]).toEqual([id, neighbours.length >= 3]);
      expect(neighbours.length).toBeLessThanOrEqual(6);
    }
  });

  test("a record of another kind says that only cultivars are compared", () => {
    for (const { kind, similar } of all) {
      if (kind !== "cultivar") expect(similar.note).toBe(translate[language]("similar.none.kind"));
    }
  });

  test("a cultivar with similar ones has an answer or a note for each wish", () => {
    const labels = (["earlier", "later", "hardier"] as const).map((wish) =>
      translate[language](`similar.wish.${wish}`),
    );
    for (const { similar } of all) {
      const { neighbours, wishes } = similar;
      if (neighbours.length === 0) continue;
      expect(wishes.map(({ label }) => label)).toEqual(expect.arrayContaining(labels));
      for (const { answers, note } of wishes)
        expect(answers.length > 0 || note !== null).toBe(true);
    }
  });

  test("the wish for a hardier cultivar says for how many cultivars hardiness is known", () => {
    const records = Object.values(cultivars).filter(({ kind }) => kind === "cultivar");
    const count = records.filter(({ traits }) => traits.coldHardiness !== null).length;
    const known = translate[language]("similar.hardiness", { count, all: records.length });
    const hardier = translate[language]("similar.wish.hardier");
    const notes = all.flatMap(({ similar }) =>
      similar.wishes.flatMap(({ label, note }) => (label === hardier && note ? [note] : [])),
    );
    const hardiest = translate[language]("similar.unanswered.hardiest");

    expect(notes.length).toBeGreaterThan(0);
    for (const note of notes) expect(note === hardiest || note.includes(known)).toBe(true);
  });

  test("a record with too little data shows why it has none", () => {
    const { container } = renderCultivarById(language, "kijumidori");

    expect(container.querySelector("#similar li")).toBeNull();
    expect(container.querySelector("#similar")?.textContent).toContain(
      similarTo("kijumidori", viewMessagesIn(language)).note,
    );
  });

  test("the section links to the description of the method, which has each number", () => {
    const { container } = renderCultivarById(language, "saemidori");
    const link = container.querySelector("#similar a[href$='#similarity']");
    const body = translate[language]("databaseInfo.similarity.body");

    expect(link?.getAttribute("href")).toBe(
      `${language === "ja" ? "/ja" : ""}/database-info#similarity`,
    );
    for (const name of Object.keys(similarityFigures)) expect(body).toContain(`{{${name}}}`);
    expect(similarityFigures).toMatchObject(weights);
  });
});
