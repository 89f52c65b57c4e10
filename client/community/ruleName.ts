/** Name of the rule of a decision, for the member whom it concerns. */
import type { Translate } from "../language/translator.ts";
import { holds, reasons } from "./reports/reasons.ts";

/** Returns a rule of the guidelines, or one that held a text; null for a decision without one. */
export function ruleName(t: Translate, rule: string | null): string | null {
  const known = [...reasons, ...holds].find((one) => one === rule);
  return known ? t(`account.decisions.rule.${known}`) : null;
}
