/** Orders the names of each generation of one record's pedigree: few crossings, seed parent on the left. */
import type { SugiNode } from "d3-dag";
import type { Ancestor, Descent } from "./ancestry.ts";
import type { NodeKind } from "../../contracts/pedigree.ts";

type PlacedNode = SugiNode<Ancestor, Descent>;

type Layer = PlacedNode[];

// Penalty, in crossings, of a pollen parent on the left; highest near the subject.
const swapCost = { subject: 5, ancestor: 1.5, unknown: 0.5 } as const;
// Penalty, in crossings, for each position that a line leans.
const slantCost = 0.01;

/**
 * Returns the role in which a node leads to a child in the next generation; either can be a point
 * at which a longer line passes its generation.
 */
function roleTowards(above: PlacedNode, child: PlacedNode): string | null {
  if (above.data.role === "link") return above.data.link.data.role;
  if (child.data.role === "link") return child.data.link.data.role;
  for (const link of above.data.node.childLinksTo(child.data.node)) return link.data.role;
  return null;
}

/** Returns the index of each node in its layer. */
function positions(layer: Layer): ReadonlyMap<PlacedNode, number> {
  return new Map(layer.map((node, index) => [node, index]));
}

/** Returns the edges between two neighbouring generations, as pairs of positions. */
function listSteps(upper: Layer, lower: Layer): readonly (readonly [number, number])[] {
  const above = positions(upper);
  return lower.flatMap((node, to) =>
    [...node.parents()].map((parent) => [above.get(parent) ?? 0, to] as const),
  );
}

/** Counts the crossings of lines between two generations. */
function lineCrossings(upper: Layer, lower: Layer): number {
  const lines = listSteps(upper, lower);
  return lines.reduce(
    (sum, [from, to], index) =>
      sum + lines.slice(index + 1).filter(([a, b]) => (from - a) * (to - b) < 0).length,
    0,
  );
}

/** Returns whether a node is a name of this kind, not a point of a passing line. */
function isOfKind(node: PlacedNode | undefined, kind: NodeKind): boolean {
  return node?.data.role === "node" && node.data.node.data.kind === kind;
}

/** Returns the cost if the child's pollen parent lies left of its seed parent, else 0. */
function swapCostOf(child: PlacedNode, above: ReadonlyMap<PlacedNode, number>): number {
  const parents = [...child.parents()];
  const seed = parents.find((parent) => roleTowards(parent, child) === "seed");
  const pollen = parents.find((parent) => roleTowards(parent, child) === "pollen");
  if (seed === undefined || pollen === undefined) return 0;
  if ((above.get(seed) ?? 0) < (above.get(pollen) ?? 0)) return 0;
  if (isOfKind(child, "self")) return swapCost.subject;
  const isHalfKnown = isOfKind(seed, "unknown") || isOfKind(pollen, "unknown");
  return isHalfKnown ? swapCost.unknown : swapCost.ancestor;
}

/** Returns how far the lines between two generations lean in total, in positions. */
function measureSlant(upper: Layer, lower: Layer): number {
  const shift = (upper.length - lower.length) / 2;
  return listSteps(upper, lower).reduce((sum, [from, to]) => sum + Math.abs(from - to - shift), 0);
}

/** Returns the cost of an order: crossings, leaning lines and swapped parents. */
function computeCost(layers: readonly Layer[]): number {
  let sum = 0;
  for (const [index, lower] of layers.entries()) {
    const upper = layers[index - 1];
    if (upper === undefined) continue;
    sum += lineCrossings(upper, lower) + slantCost * measureSlant(upper, lower);
    const above = positions(upper);
    sum += lower.reduce((swaps, child) => swaps + swapCostOf(child, above), 0);
  }
  return sum;
}

/**
 * Sorts each generation in place, from the subject upwards, by the first child of each name. Of
 * names with the same first child, the pollen parent is last.
 */
function arrangeByDescent(layers: readonly Layer[]): void {
  for (const [index, lower] of [...layers.entries()].reverse()) {
    const upper = layers[index - 1];
    if (upper === undefined) continue;
    const wanted = lower.flatMap((child) =>
      [...child.parents()].sort(
        (a, b) =>
          Number(roleTowards(a, child) === "pollen") - Number(roleTowards(b, child) === "pollen"),
      ),
    );
    upper.sort((a, b) => wanted.indexOf(a) - wanted.indexOf(b));
  }
}

/** Moves a node of a generation to another position. */
function move(layer: Layer, from: number, to: number): void {
  layer.splice(to, 0, ...layer.splice(from, 1));
}

/** Moves one node to the position of lowest cost; returns whether that lowered the cost. */
function moveToBest(layers: readonly Layer[], layer: Layer, from: number): boolean {
  const before = computeCost(layers);
  let best = { cost: before, to: from };
  for (const to of layer.keys()) {
    move(layer, from, to);
    const now = computeCost(layers);
    // A gain has to exceed rounding errors, which could move nodes for ever.
    if (now < best.cost - 1e-9) best = { cost: now, to };
    move(layer, to, from);
  }
  move(layer, from, best.to);
  return best.to !== from;
}

/** Moves single nodes until no move lowers the cost. */
function improve(layers: readonly Layer[]): void {
  let improved = true;
  while (improved) {
    improved = false;
    for (const layer of layers) {
      for (const from of layer.keys()) improved = moveToBest(layers, layer, from) || improved;
    }
  }
}

/**
 * Orders the nodes of each generation in place: by descent, then by moves that lower the cost. It
 * also starts from the mirror image, and keeps the cheaper result.
 */
export function arrange(layers: Layer[]): void {
  arrangeByDescent(layers);
  const mirrored = layers.map((layer) => [...layer].reverse());
  improve(layers);
  improve(mirrored);
  if (computeCost(mirrored) >= computeCost(layers)) return;
  for (const [index, layer] of mirrored.entries()) layers[index]?.splice(0, layer.length, ...layer);
}
