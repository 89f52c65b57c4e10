/** Reasons of a report, which are the rules of the guidelines too. */
export const reasons = [
  "spam",
  "rude",
  "wrongCategory",
  "personalData",
  "rights",
  "wrongFact",
  "other",
] as const;
