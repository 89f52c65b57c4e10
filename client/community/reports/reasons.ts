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

/** Rules by which the site holds a text for review. */
export const holds = ["links", "repeat", "burst", "word"] as const;
