/** Index of the catalogue stored by columns, as in the bundles. */
import { describe, expect, test } from "vitest";
import { indexOf } from "../../../../client/contracts/list/indexColumns.ts";
import { columnsOf } from "../../../../client/cultivars/catalogue/indexColumns.ts";
import { eachLanguage } from "../../messages.ts";
import { index } from "../../catalogue.ts";

describe("columns of the index", () => {
  test.each(eachLanguage)("in %s are converted back to the same entries", (language) => {
    const written = JSON.parse(JSON.stringify(columnsOf(index[language])));

    expect(indexOf(written)).toEqual(index[language]);
  });
});
