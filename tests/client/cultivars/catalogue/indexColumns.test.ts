/** The index by columns, as the bundles hold it. */
import { describe, expect, test } from "vitest";
import { indexOf } from "../../../../client/contracts/indexColumns.ts";
import { columnsOf } from "../../../../client/cultivars/catalogue/indexColumns.ts";
import { eachLanguage } from "../../messages.ts";
import { index } from "../../catalogue.ts";

describe("columns of the index", () => {
  test.each(eachLanguage)("in %s give the same entries again", (language) => {
    const written = JSON.parse(JSON.stringify(columnsOf(index[language])));

    expect(indexOf(written)).toEqual(index[language]);
  });
});
