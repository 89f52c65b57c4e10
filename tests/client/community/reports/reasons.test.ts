/** Reasons of reports and rules of holds: the client has all that the host's description names. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { holds, reasons } from "../../../../client/community/reports/reasons.ts";

const { NewDecision, PostView } = JSON.parse(readFileSync("shared/api.json", "utf8")).components
  .schemas;

test("reasons are those that the host accepts", () => {
  expect(NewDecision.properties.rule.enum).toEqual(reasons);
});

test("rules of holds are those that the host applies", () => {
  const withheld = PostView.properties.withheld.enum;

  expect(withheld).toEqual(["deleted", "hidden", ...holds, null]);
});
