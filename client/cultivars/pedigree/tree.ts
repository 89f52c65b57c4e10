/** Lays out the ancestors of one cultivar: the subject at the bottom, a row for each generation. */
import { coordQuad, graph, type MutGraphNode, sugiyama } from "d3-dag";
import { type Ancestor, ancestryOf, type Descent } from "./ancestry.ts";
import { fitLabel, labelWidth } from "./labels.ts";
import { withSign } from "./edgeSigns.ts";
import { arrange } from "./order.ts";
import type { Catalogue } from "./records.ts";
import type { Diagram, DiagramEdge, DiagramNode } from "../../contracts/pedigree.ts";

const height = 44;
const gap: readonly [number, number] = [12, 36];
const margin = 8;
const nameSize = 14;
const lineSize = 12;
const dotRoom = 16;
const padding = 10;
const unknownWidth = 32;
// Half of the distance between two edges that end at one name.
const fork = 14;

type Point = readonly [number, number];
type Placed = MutGraphNode<Ancestor, Descent>;

/**
 * Returns whether a name is drawn small and in one language: names of lines, populations and
 * unknown parents.
 */
function isSmall({ kind }: Ancestor): boolean {
  return kind === "line" || kind === "native" || kind === "unknown";
}

/** Returns an ancestor; a name that is drawn small is shortened, and has two lines above 100 px. */
function fittedNode(node: Ancestor): Ancestor {
  return isSmall(node) ? fitLabel(node, { size: lineSize, room: 100 }) : node;
}

/** Returns the width of a name's box in pixels. */
function widthOf(node: Ancestor): number {
  if (node.kind === "unknown") return unknownWidth;
  if (isSmall(node)) return Math.ceil((labelWidth(node, lineSize) + 2 * padding) / 4) * 4;
  const name = labelWidth(node, nameSize);
  return Math.max(84, Math.ceil((name + dotRoom + 2 * padding) / 4) * 4);
}

/**
 * Returns the SVG path through the points, vertical at both ends and straight where it passes
 * names.
 */
function drawCurve(points: readonly Point[]): string {
  const [start, ...rest] = points;
  if (start === undefined) return "";
  let [x, y] = start;
  let path = `M${x} ${y}`;
  for (const [index, [toX, toY]] of rest.entries()) {
    const isLast = index === rest.length - 1;
    const end = isLast ? toY : toY - height / 2;
    const middle = Math.round((y + end) / 2);
    path += x === toX ? `L${x} ${end}` : `C${x} ${middle} ${toX} ${middle} ${toX} ${end}`;
    if (!isLast) path += `V${toY + height / 2}`;
    [x, y] = [toX, isLast ? end : toY + height / 2];
  }
  return path;
}

/** Returns an ancestor as a drawn node, at its position in whole px. */
function placedNode({ data, x, y }: Placed): DiagramNode {
  const { key: _, ...label } = data;
  const width = widthOf(data);
  return {
    ...label,
    x: Math.round(x - width / 2) + margin,
    y: Math.round(y - height / 2) + margin,
    width,
    height,
  };
}

/**
 * Returns the lines to one name, ordered from left to right; `indexOf` returns a node's position in
 * the diagram.
 */
function placedEdges(child: Placed, indexOf: (node: Placed) => number): DiagramEdge[] {
  const arriving = [...child.parentLinks()].map((link) => {
    const inner = link.points.slice(1, -1).map(([x, y]): Point => [Math.round(x), Math.round(y)]);
    return { link, inner, slope: inner.at(-1)?.[0] ?? link.source.x };
  });
  arriving.sort((a, b) => a.slope - b.slope);
  return arriving.map(({ link, inner }, place) => {
    const spread = arriving.length > 1 ? (2 * place) / (arriving.length - 1) - 1 : 0;
    const through: readonly Point[] = [
      [Math.round(link.source.x), Math.round(link.source.y + height / 2)],
      ...inner,
      [Math.round(child.x + spread * fork), Math.round(child.y - height / 2)],
    ];
    const path = drawCurve(through.map(([x, y]): Point => [x + margin, y + margin]));
    const { role, evidence } = link.data;
    const edge = { from: indexOf(link.source), to: indexOf(child), role, path };
    return { ...edge, ...withSign(path, evidence) };
  });
}

const sized = sugiyama()
  .nodeSize(({ data }: { data: Ancestor }): [number, number] => [widthOf(data), height])
  .gap(gap)
  .decross(arrange)
  .coord(coordQuad());

/** Lays out the ancestors of a record as a tree; the build calls it. */
export function ancestorDiagram(catalogue: Catalogue, id: string): Diagram {
  const ancestry = ancestryOf(catalogue, id);
  const tree = graph<Ancestor, Descent>();
  const byKey = new Map(ancestry.nodes.map((node) => [node.key, tree.node(fittedNode(node))]));
  for (const line of ancestry.lines) {
    const from = byKey.get(line.from);
    const to = byKey.get(line.to);
    if (from && to) tree.link(from, to, line);
  }
  const size = sized(tree);
  const placed = [...byKey.values()];
  return {
    form: "tree",
    width: Math.ceil(size.width) + 2 * margin,
    height: Math.ceil(size.height) + 2 * margin,
    nodes: placed.map(placedNode),
    edges: placed.flatMap((node) => placedEdges(node, (other) => placed.indexOf(other))),
  };
}
