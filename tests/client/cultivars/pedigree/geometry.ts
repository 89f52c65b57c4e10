/** Geometry of a diagram: points of its lines, overlapping boxes and lines through boxes. */
import type { Diagram, DiagramNode } from "../../../../client/contracts/pedigree.ts";

export type Point = readonly [number, number];

const stepsPerCurve = 16;

function pointOnCurve(points: readonly Point[], part: number): Point {
  const rest = 1 - part;
  const weights = [rest ** 3, 3 * rest ** 2 * part, 3 * rest * part ** 2, part ** 3];
  const sum = (axis: 0 | 1) =>
    points.reduce((total, point, index) => total + point[axis] * (weights[index] ?? 0), 0);
  return [sum(0), sum(1)];
}

function pointsOnLine([x, y]: Point, [toX, toY]: Point): Point[] {
  const steps = [...Array(stepsPerCurve).keys()].map((step) => (step + 1) / stepsPerCurve);
  return steps.map((part): Point => [x + (toX - x) * part, y + (toY - y) * part]);
}

function pointsOfCommand(command: string, numbers: readonly number[], start: Point): Point[] {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = numbers;
  if (command === "M") return [[a, b]];
  if (command === "L") return pointsOnLine(start, [a, b]);
  if (command === "H") return pointsOnLine(start, [a, start[1]]);
  if (command === "V") return pointsOnLine(start, [start[0], a]);
  const controls: readonly Point[] = [start, [a, b], [c, d], [e, f]];
  return [...Array(stepsPerCurve).keys()].map((step) =>
    pointOnCurve(controls, (step + 1) / stepsPerCurve),
  );
}

export function pointsOf(path: string): readonly Point[] {
  const points: Point[] = [];
  for (const [, command = "", values = ""] of path.matchAll(/([MLHVC])([^MLHVC]*)/g)) {
    const numbers = values.trim().split(" ").map(Number);
    points.push(...pointsOfCommand(command, numbers, points.at(-1) ?? [0, 0]));
  }
  return points;
}

export type Box = Pick<DiagramNode, "x" | "y" | "width" | "height">;

export function overlaps(a: Box, b: Box): boolean {
  const apart =
    a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;
  return !apart;
}

export function isInside({ x, y, width, height }: Box, [px, py]: Point): boolean {
  return px > x && px < x + width && py > y && py < y + height;
}

/** Returns the nodes whose box is crossed by a line that neither starts nor ends there. */
export function crossedNodes({ nodes, edges }: Diagram): readonly DiagramNode[] {
  return edges.flatMap(({ from, to, path }) =>
    nodes.filter(
      (node, index) =>
        index !== from && index !== to && pointsOf(path).some((point) => isInside(node, point)),
    ),
  );
}
