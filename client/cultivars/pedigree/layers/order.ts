/** Orders the names of each generation of the pedigree of all with few crossing lines. */

import { groupedBy } from "./grouped.ts";

/** Names, and places where a long line passes a generation, from the first generation to the last. */
export type Layers = readonly (readonly string[])[];

/** A line between neighbouring generations. */
export type Step = readonly [from: string, to: string];

const sweeps = 24;

/** Returns the position of each key in its generation. */
function placesOf(layer: readonly string[]): ReadonlyMap<string, number> {
  return new Map(layer.map((key, place) => [key, place]));
}

/** Counts how often the lines between two neighbouring generations cross. */
function lineCrossings(
  upper: readonly string[],
  lower: readonly string[],
  steps: readonly Step[],
): number {
  const [above, below] = [placesOf(upper), placesOf(lower)];
  const lines = steps.flatMap(([from, to]): [number, number][] => {
    const [a, b] = [above.get(from), below.get(to)];
    return a === undefined || b === undefined ? [] : [[a, b]];
  });
  return lines.reduce(
    (sum, [a, b], index) =>
      sum + lines.slice(index + 1).filter(([c, d]) => (a - c) * (b - d) < 0).length,
    0,
  );
}

/** Counts the crossings between all neighbouring generations. */
export function crossingsOf(layers: Layers, steps: readonly Step[]): number {
  return layers
    .slice(1)
    .reduce((sum, layer, index) => sum + lineCrossings(layers[index] ?? [], layer, steps), 0);
}

/**
 * Returns a generation sorted by the mean position of each name's neighbours in the generation
 * `beside`; a name without any is sorted by its own relative position.
 */
function sortByNeighbours(
  layer: readonly string[],
  beside: readonly string[],
  neighbours: ReadonlyMap<string, readonly string[]>,
): readonly string[] {
  const places = placesOf(beside);
  const means = new Map(
    layer.map((key, index) => {
      const found = (neighbours.get(key) ?? []).flatMap((one) => places.get(one) ?? []);
      const own = (index * beside.length) / layer.length;
      const mean = found.reduce((sum, place) => sum + place, 0) / found.length;
      return [key, found.length > 0 ? mean : own] as const;
    }),
  );
  return [...layer].sort((a, b) => (means.get(a) ?? 0) - (means.get(b) ?? 0));
}

/**
 * Returns the neighbours of each name: `below` in the next generation, `above` in the one before.
 */
function neighboursOf(steps: readonly Step[]) {
  const after = groupedBy(steps, ([from]) => from);
  const before = groupedBy(steps, ([, to]) => to);
  return {
    below: new Map([...after].map(([key, found]) => [key, found.map(([, to]) => to)])),
    above: new Map([...before].map(([key, found]) => [key, found.map(([from]) => from)])),
  };
}

/**
 * Reorders the generations by the barycentre method, forwards and backwards in turn, and returns
 * the order with the fewest crossings.
 */
export function reduceCrossings(layers: Layers, steps: readonly Step[]): Layers {
  const { below, above } = neighboursOf(steps);
  let now = layers.map((layer) => [...layer]);
  let best: Layers = now;
  let fewest = crossingsOf(best, steps);
  for (let sweep = 0; sweep < sweeps && fewest > 0; sweep += 1) {
    const isForward = sweep % 2 === 0;
    const next = now.map((layer) => [...layer]);
    const places = isForward ? [...next.keys()].slice(1) : [...next.keys()].reverse().slice(1);
    for (const place of places) {
      const beside = next[isForward ? place - 1 : place + 1] ?? [];
      next[place] = [...sortByNeighbours(next[place] ?? [], beside, isForward ? above : below)];
    }
    now = next;
    const crossings = crossingsOf(now, steps);
    if (crossings >= fewest) continue;
    [best, fewest] = [now, crossings];
  }
  return best;
}
