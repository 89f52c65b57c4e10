/** Actions of moderators that the member concerned reads, as the moderation log names them. */
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
