/** Decisions of moderators as the member concerned reads them. */
import type { Language } from "../contracts/language.ts";
import { dateText } from "../language/dates.ts";
import type { Translate } from "../language/translator.ts";
import type { OwnDecision } from "../wire/types.generated.ts";

/** Actions that the member reads, as the moderation log names them. */
export const decisions = [
  "warn",
  "hide-post",
  "hide-comment",
  "release-post",
  "release-comment",
  "remove-post",
  "remove-comment",
  "lock-comments",
  "move-post",
  "suspend",
  "sign-out",
  "reset-profile",
  "restore-profile",
  "restore-post",
  "restore-comment",
  "unlock-comments",
  "return-post",
  "withdraw-warning",
  "reinstate",
] as const;

/** Actions of which a won appeal does not bring back what they removed. */
export const irreversible: readonly string[] = ["remove-post", "remove-comment"];

/**
 * Returns number and day of what a decision removed; null for every other decision. Entries of
 * earlier releases have no day.
 */
export function removedName(
  t: Translate,
  language: Language,
  { action, subject_id: id, written_at: at }: OwnDecision,
): string | null {
  if (!irreversible.includes(action) || !id) return null;
  if (!at) return t("account.decisions.removed.undated", { id });
  const kind = action === "remove-post" ? "post" : "comment";
  return t(`account.decisions.removed.${kind}`, { id, date: dateText(at, language) });
}
