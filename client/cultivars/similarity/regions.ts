/** Regions of the prefectures, by their place in the official order from north to south. */
import prefectures from "../../../shared/reference/prefectures.json" with { type: "json" };

// The last prefecture of each region.
const regions = [
  ["Hokkaido", 1],
  ["Tohoku", 7],
  ["Kanto", 14],
  ["Chubu", 23],
  ["Kinki", 30],
  ["Chugoku", 35],
  ["Shikoku", 39],
  ["Kyushu", 47],
] as const;

/** Returns the region of a prefecture's English name; null for a name that is no prefecture. */
export function regionOf(prefecture: string): string | null {
  const found = Object.values(prefectures).find(({ name }) => name === prefecture);
  if (found === undefined) return null;
  return regions.find(([, last]) => found.order <= last)?.[0] ?? null;
}
