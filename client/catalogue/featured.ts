/** The cultivars that the home page shows: the breadth of the atlas in six. */

// Early and late, green and black, national and Uji, and the parent of most of them.
export const featuredIds: readonly string[] = [
  "saemidori",
  "yabukita",
  "okumidori",
  "benifuki",
  "gokou",
  "asatsuyu",
];
