/** Names of moderators' actions, of the rules that they rest on, and of what they decided. */
import type { Language } from "../../contracts/language.ts";
import { isPostCategory } from "../../contracts/postCategories.ts";
import { dateText } from "../../language/dates.ts";
import type { Translate } from "../../language/translator.ts";
import type { LogDetails, LogEntry } from "../../wire/types.generated.ts";
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

/** Returns the name of a category of posts; an unknown one as it is stored. */
function categoryName(t: Translate, category: string | null | undefined): string {
  if (!category) return "–";
  return isPostCategory(category) ? t(`post.category.${category}`) : category;
}

/**
 * Returns the role, parts of a profile, listed word, or edition of the catalogue with a correction
 * that an entry is about; null without any.
 */
function objectText(t: Translate, language: Language, details: LogDetails): string | null {
  const { role, parts = [], word, edition } = details;
  if (role === "moderator" || role === "administrator") return t(`moderation.roles.${role}`);
  const names = parts.map((part) => t(`moderation.parts.${part}`));
  if (names.length > 0) return names.join(language === "ja" ? "、" : ", ");
  if (word) return t("moderationLog.details.word", { word });
  return edition ? t("moderationLog.details.edition", { edition }) : null;
}

/** Returns what exactly an entry of the log decided; null for an action without details. */
export function detailText(t: Translate, language: Language, entry: LogEntry): string | null {
  const { action, details } = entry;
  if (!details) return null;
  if (action === "suspend")
    return details.until
      ? t("moderationLog.details.until", { date: dateText(details.until, language) })
      : t("moderationLog.details.endless");
  if (details.category)
    return t("moderationLog.details.moved", {
      before: categoryName(t, details.before),
      after: categoryName(t, details.category),
    });
  return objectText(t, language, details);
}
