/** The six cultivars on the home page. */

// The reference, then early and late, Uji and the national stations, green and black.
export const featuredIds: readonly string[] = [
  "yabukita",
  "saemidori",
  "okumidori",
  "asahi",
  "asatsuyu",
  "benikaori",
];
