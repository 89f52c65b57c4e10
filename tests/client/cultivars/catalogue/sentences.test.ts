/** First sentence of a record. */
import { describe, expect, test } from "vitest";
import { firstSentence } from "../../../../client/cultivars/catalogue/sentences.ts";
import { ids, viewIn } from "../../catalogue.ts";
import { eachLanguage } from "../../messages.ts";

describe("first sentence", () => {
  test.each([
    ["a Japanese one", "茶です。早い品種です。", "茶です。"],
    ["an English one", "It is tea. It is early.", "It is tea."],
    ["a question", "Is it tea? It is.", "Is it tea?"],
    ["one with a decimal", "About 3.5 days early. Late elsewhere.", "About 3.5 days early."],
    ["one with a number of a register", "Norin No. 40 is tea. So.", "Norin No. 40 is tea."],
    ["the only one", "It is tea.", "It is tea."],
    ["one over two lines", "It is\ntea. So.", "It is\ntea."],
    ["a text that does not end", "It is tea", "It is tea"],
    ["nothing", "", ""],
  ])("%s", (_, text, sentence) => {
    expect(firstSentence(text)).toBe(sentence);
  });

  test.each(eachLanguage)(
    "of every record in %s is complete and shorter than the record",
    (language) => {
      const odd = ids.filter((id) => {
        const { description, meta } = viewIn(language, id);
        const lead = meta.description;
        const isWhole = description.startsWith(lead) && /[.。]$/.test(lead) && lead.length >= 20;
        return !isWhole || lead === description;
      });

      expect(odd).toEqual([]);
    },
  );
});
