/** Names of moderators' actions and of the rules that they rest on. */
import type { Translate } from "../../language/translator.ts";
import { decisions } from "../decisions.ts";
import { holds, reasons } from "./reasons.ts";

const actions = [
  "keep",
  "accept-correction",
  ...decisions,
  "uphold-decision",
  "reverse-decision",
  "choose-answer",
  "clear-answer",
  "grant-role",
  "revoke-role",
  "hold-post",
  "hold-comment",
  "list-word",
  "unlist-word",
] as const;

/** Returns the name of a moderator's action; an unknown one as it is stored. */
export function actionName(t: Translate, action: string): string {
  const known = actions.find((one) => one === action);
  return known ? t(`moderationLog.actions.${known}`) : action;
}

/**
 * Returns the name of the rule that a decision rests on, in the page's language, or that there is
 * none.
 */
export function reasonName(t: Translate, rule: string | null): string {
  const hold = holds.find((one) => one === rule);
  if (hold) return t(`report.holds.${hold}`);
  const reason = reasons.find((one) => one === rule);
  return reason ? t(`report.reasons.${reason}`) : t("moderationLog.noRule");
}
