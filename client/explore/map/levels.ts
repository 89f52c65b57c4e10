/** Levels of hatching for the values of a map. */

/** Levels from 1, the sparsest. */
export const levelCount = 4;

/**
 * Returns the level of hatching of a value, 0 for none. Levels are even steps of the square root of
 * its share of `most`: one prefecture has half of the tea, and many have little.
 */
export function levelOf(value: number, most: number): number {
  if (value <= 0 || most <= 0) return 0;
  // A rounding error at the border of two levels must not lead to the higher one.
  return Math.max(1, Math.ceil(levelCount * Math.sqrt(value / most) - 1e-9));
}

export interface LevelRange {
  readonly level: number;
  readonly least: number;
  readonly most: number;
}

/**
 * Returns the smallest and the largest value of each level that occurs, for the legend; values of 0
 * have no level.
 */
export function rangesOf(values: readonly number[]): readonly LevelRange[] {
  const most = Math.max(0, ...values);
  const ranges: LevelRange[] = [];
  for (let level = 1; level <= levelCount; level++) {
    const inside = values.filter((value) => levelOf(value, most) === level);
    if (inside.length > 0) {
      ranges.push({ level, least: Math.min(...inside), most: Math.max(...inside) });
    }
  }
  return ranges;
}
