/** Names and groups of the filters of the list, and the values that several of them have. */

/** Filters, by the lists that show them together. */
export const facetGroups = {
  suitableFor: ["suitableFor"],
  origin: ["origin"],
  breeder: ["breeder"],
  lineage: ["lineage"],
  timing: ["timing", "maturity"],
  decade: ["decade"],
  register: ["register", "right"],
  resistance: [
    "anthracnose",
    "grayBlight",
    "blisterBlight",
    "netBlisterBlight",
    "brownBlight",
    "bacterialShootBlight",
  ],
  aroma: ["aroma"],
  evidence: ["evidence"],
  kind: ["kind"],
} as const;
export type FacetGroup = keyof typeof facetGroups;
/** All groups but the kind, which stands before the order. */
export const facetGroupNames: readonly FacetGroup[] = [
  "suitableFor",
  "origin",
  "breeder",
  "lineage",
  "timing",
  "decade",
  "register",
  "resistance",
  "aroma",
  "evidence",
];
export type DiseaseName = (typeof facetGroups)["resistance"][number];
export type FilterName = (typeof facetGroups)[FacetGroup][number];
export const filterNames: readonly FilterName[] = Object.values(facetGroups).flat();

/** Filters whose values no card prints, and that stay as they are. */
export type FacetName = Exclude<
  FilterName,
  "suitableFor" | "origin" | "lineage" | "right" | "kind"
>;

/** The value of a filter for records that do not state it. */
export const unknownValue = "unknown";

/** The value of a filter for records that state it in other words. */
export const otherValue = "other";
