/** Ratings of hardiness by type of injury, for records on which one level says too little. */
import resistance from "../../../../shared/catalogue/resistance.json" with { type: "json" };
import type { Level } from "../../../contracts/cultivar.ts";
import { ratedTraits } from "../../../contracts/observations.ts";
import { recordOf } from "../records.ts";
import type { ViewMessages } from "../viewMessages.ts";

interface RatingRow {
  readonly trait: string;
  readonly rating: Readonly<Record<ViewMessages["language"], string>>;
  readonly level: Level;
}

const ratings: Readonly<Record<string, readonly RatingRow[]>> = JSON.parse(
  JSON.stringify(resistance),
);

/**
 * Returns a record's ratings of cold hardiness by type of injury as one text; null unless one
 * differs from the record's level or from another.
 */
export function coldByType(id: string, { language, t }: ViewMessages): string | null {
  const { coldHardiness } = recordOf(id).traits;
  const rows = ratedTraits.cold.flatMap((trait) =>
    (ratings[id] ?? []).flatMap((row) => (row.trait === trait ? [{ ...row, trait }] : [])),
  );
  const levels = new Set(rows.map(({ level }) => level));
  if (coldHardiness !== null) levels.add(coldHardiness);
  if (rows.length === 0 || levels.size < 2) return null;
  const texts = rows.map(({ trait, rating }) =>
    t("evidence.coldType", {
      trait: t(`observations.ratings.traits.${trait}`),
      rating: rating[language],
    }),
  );
  return [...new Set(texts)].join(language === "ja" ? "、" : "; ");
}
