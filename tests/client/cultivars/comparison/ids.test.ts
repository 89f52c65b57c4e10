/** Ids in the address of a comparison. */
import { expect, test } from "vitest";
import { choiceOf, comparePath, namedIds } from "../../../../client/cultivars/comparison/ids.ts";

const records = { a: 1, b: 1, c: 1, d: 1, e: 1 };

test.each([
  ["", []],
  ["?ids=", []],
  ["?ids=b,a", ["b", "a"]],
  ["?ids=a,a,,b", ["a", "b"]],
  ["?ids=a%2Cb&other=c", ["a", "b"]],
])("%j names %j in the reader's order", (search, ids) => {
  expect(namedIds(search)).toEqual(ids);
});

test("the first four records are compared; the fifth and unknown names are left out", () => {
  expect(choiceOf("?ids=e,x,d,toString,c,b,a", records)).toEqual({
    compared: ["e", "d", "c", "b"],
    unknown: ["x", "toString"],
    left: ["a"],
  });
});

test("the address of a comparison names what it is made from", () => {
  const ids = ["seimei", "saemidori"];

  expect(comparePath("ja", ids)).toBe("/ja/compare?ids=seimei,saemidori");
  expect(namedIds(comparePath("en", ids).replace("/compare", ""))).toEqual(ids);
  expect(comparePath("en", [])).toBe("/compare");
});
