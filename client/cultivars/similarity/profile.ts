/** The part of a record that similarity compares. */
import type { CultivarRecord } from "../catalogue/records.ts";
import { regionOf } from "./regions.ts";

type Level = "high" | "medium" | "low";

export const maturities = ["very-early", "early", "mid", "late", "very-late"] as const;
export const resistances = ["anthracnoseResistance", "grayBlightResistance"] as const;

export interface Profile {
  readonly id: string;
  readonly uses: readonly string[];
  /** Days from Yabukita, and which event was compared. */
  readonly days: { readonly count: number; readonly basis: "bud" | "pluck" } | null;
  /** Place among the five classes, 0 to 4. */
  readonly maturity: number | null;
  readonly aroma: readonly string[];
  readonly resistances: Readonly<Partial<Record<(typeof resistances)[number], Level>>>;
  readonly coldHardiness: Level | null;
  /** English name of the prefecture, or empty. */
  readonly origin: string;
  readonly region: string | null;
  readonly hasParents: boolean;
}

/** Words without meaning of their own in notes on aroma. */
const fillers = ["and", "when", "a", "with", "of", "type", "note", "good", "like"];

function wordsOf(notes: readonly string[]): readonly string[] {
  const words = notes.flatMap((note) => note.toLowerCase().split(/[^a-z]+/));
  return [...new Set(words)].filter((word) => word !== "" && !fillers.includes(word));
}

export function profileOf(id: string, record: CultivarRecord): Profile {
  const { budding, buddingBasis, maturity, traits } = record;
  const known = resistances.flatMap((name) => {
    const level = traits[name];
    return level === null ? [] : [[name, level] as const];
  });
  const classes: readonly string[] = maturities;
  const place = classes.indexOf(maturity ?? "");
  return {
    id,
    uses: record.uses,
    days:
      budding === null || buddingBasis === null ? null : { count: budding, basis: buddingBasis },
    maturity: place < 0 ? null : place,
    aroma: wordsOf(record.aroma.en),
    resistances: Object.fromEntries(known),
    coldHardiness: traits.coldHardiness,
    origin: record.originEn,
    region: regionOf(record.originEn),
    hasParents: record.parents.length > 0,
  };
}
