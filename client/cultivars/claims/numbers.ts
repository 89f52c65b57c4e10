/** Writes the numbers of sources: positions from 0 in, "1, 3–5" out. */
export function numbersOf(places: readonly number[]): string {
  const runs: [number, number][] = [];
  for (const place of places) {
    const last = runs.at(-1);
    if (last && place === last[1] + 1) last[1] = place;
    else runs.push([place, place]);
  }
  return runs.map(runText).join(", ");
}

/** Writes neighbouring numbers: "2", "2, 3" or "2–4". */
function runText([from, to]: readonly [number, number]): string {
  if (from === to) return `${from + 1}`;
  return `${from + 1}${to === from + 1 ? ", " : "–"}${to + 1}`;
}
