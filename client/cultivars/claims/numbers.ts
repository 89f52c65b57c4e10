/**
 * Returns the numbers of sources as text: positions 0, 2, 3 and 4 become "1, 3–5". Positions are
 * sorted and begin with 0.
 */
export function numbersOf(places: readonly number[]): string {
  const runs: [number, number][] = [];
  for (const place of places) {
    const last = runs.at(-1);
    if (last && place === last[1] + 1) last[1] = place;
    else runs.push([place, place]);
  }
  return runs.map(runText).join(", ");
}

/** Returns a run of neighbouring positions as numbers: "2", "2, 3" or "2–4". */
function runText([from, to]: readonly [number, number]): string {
  if (from === to) return `${from + 1}`;
  return `${from + 1}${to === from + 1 ? ", " : "–"}${to + 1}`;
}
