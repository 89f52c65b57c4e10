/** The pages that show the choice of records for a comparison. */
import { expect, test } from "vitest";
import { showsChoice } from "../../../../client/cultivars/choice/pages.ts";

test.each([
  "/",
  "/ja",
  "/cultivars",
  "/ja/cultivars/saemidori",
  "/search",
  "/compare",
  "/relation/seimei/saemidori",
  "/lineages/4",
  "/pedigree",
  "/breeders/kyoto",
  "/ja/prefectures/kyoto",
])("%s shows the choice", (path) => {
  expect(showsChoice(path)).toBe(true);
});

test.each(["/login", "/ja/community", "/post/1", "/database-info", "/search/members", "/nothing"])(
  "%s hides the choice",
  (path) => {
    expect(showsChoice(path)).toBe(false);
  },
);
