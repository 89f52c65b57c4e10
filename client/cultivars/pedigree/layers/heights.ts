/** Places the names of each generation so that lines are nearly level. */
import { groupedBy } from "./grouped.ts";
import type { Layers, Step } from "./order.ts";

const rounds = 40;

interface Block {
  readonly members: number;
  /** The mean place of the block, in px. */
  readonly at: number;
}

/**
 * Returns the places in px nearest to the wanted ones that keep their order and are at least
 * `distance` apart (pool of adjacent violators).
 */
export function spaceOut(wanted: readonly number[], distance: number): readonly number[] {
  const blocks: Block[] = [];
  for (const [index, place] of wanted.entries()) {
    let block: Block = { members: 1, at: place - index * distance };
    for (let last = blocks.at(-1); last && last.at > block.at; last = blocks.at(-1)) {
      blocks.pop();
      const members = last.members + block.members;
      block = { members, at: (last.at * last.members + block.at * block.members) / members };
    }
    blocks.push(block);
  }
  const bases = blocks.flatMap(({ members, at }) => Array<number>(members).fill(at));
  return bases.map((base, index) => base + index * distance);
}

/**
 * Returns the vertical middle of each name in px, 0 for the highest, so that lines are nearly
 * level. Names of one generation are at least `distance` apart.
 */
export function heightsOf(
  layers: Layers,
  steps: readonly Step[],
  distance: number,
): ReadonlyMap<string, number> {
  const neighbours = groupedBy(
    steps.flatMap(([from, to]) => [
      { key: from, other: to },
      { key: to, other: from },
    ]),
    ({ key }) => key,
  );
  const heights = new Map(
    layers.flatMap((layer) => layer.map((key, index) => [key, index * distance] as const)),
  );
  /** Returns the mean height of a name's neighbours; its own height without any. */
  const wantedOf = (key: string): number => {
    const beside = (neighbours.get(key) ?? []).map(({ other }) => heights.get(other) ?? 0);
    if (beside.length === 0) return heights.get(key) ?? 0;
    return beside.reduce((sum, height) => sum + height, 0) / beside.length;
  };
  for (let round = 0; round < rounds; round += 1) {
    for (const layer of round % 2 === 0 ? layers : [...layers].reverse()) {
      const places = spaceOut(layer.map(wantedOf), distance);
      for (const [index, key] of layer.entries()) heights.set(key, places[index] ?? 0);
    }
  }
  const top = Math.min(...heights.values());
  return new Map([...heights].map(([key, height]) => [key, Math.round(height - top)]));
}
