/** Acts of moderators that the member concerned reads, as the moderation log names them. */
export const decisions = [
  "warn",
  "hide-post",
  "hide-comment",
  "remove-post",
  "remove-comment",
  "lock-comments",
  "move-post",
  "suspend",
  "sign-out",
  "restore-post",
  "restore-comment",
  "unlock-comments",
  "return-post",
  "withdraw-warning",
  "reinstate",
] as const;
