/** Reasons of a report, which are the rules of the guidelines too, as on the host. */
export const reasons = [
  "spam",
  "rude",
  "wrongCategory",
  "personalData",
  "rights",
  "wrongFact",
  "other",
] as const;

/** Reasons, and rules of decisions, for a record of the catalogue, as on the host. */
export const reasonsOfRecords = ["wrongFact", "rights", "other"] as const;

/** Rules by which the site holds a text for review, as on the host. */
export const holds = ["links", "repeat", "burst", "word"] as const;
