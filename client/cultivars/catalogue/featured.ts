/** The cultivars that the home page shows: the breadth of the atlas in six. */

// The measure of all, then early and late, Uji and the national stations, green and black.
export const featuredIds: readonly string[] = [
  "yabukita",
  "saemidori",
  "okumidori",
  "asahi",
  "asatsuyu",
  "benikaori",
];
