/** Name of the rule of a decision, for the member whom it concerns. */
import type { Translate } from "../language/translator.ts";
import { holds, reasons } from "./reports/reasons.ts";

/**
 * Returns the name of the rule that a decision rests on, for the member concerned; null for a
 * decision without one.
 */
export function ruleName(t: Translate, rule: string | null): string | null {
  const known = [...reasons, ...holds].find((one) => one === rule);
  return known ? t(`account.decisions.rule.${known}`) : null;
}
