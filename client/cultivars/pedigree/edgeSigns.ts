/** Places the sign of a parent's evidence on its line. */
import type { DiagramEdge, EdgeEvidence } from "../../contracts/pedigree.ts";

type Point = readonly [number, number];

/**
 * Returns the point at which one command of an SVG path ends; the second parameter is where it
 * begins.
 */
function ends(command: string, [x, y]: Point): Point {
  const numbers = [...command.matchAll(/-?\d+(?:\.\d+)?/g)].map(Number);
  if (command.startsWith("V")) return [x, numbers[0] ?? y];
  if (command.startsWith("H")) return [numbers[0] ?? x, y];
  return [numbers.at(-2) ?? x, numbers.at(-1) ?? y];
}

/**
 * Returns the middle of the last part of an SVG path that is long enough for a sign; curves are
 * symmetric.
 */
function signPlace(path: string): Point {
  let at: Point = [0, 0];
  let place = at;
  for (const [command] of path.matchAll(/[MLHVC][^MLHVC]*/g)) {
    const to = ends(command, at);
    const length = Math.abs(to[0] - at[0]) + Math.abs(to[1] - at[1]);
    if (!command.startsWith("M") && length >= least) {
      place = [Math.round((at[0] + to[0]) / 2), Math.round((at[1] + to[1]) / 2)];
    }
    at = to;
  }
  return place;
}

// The shortest part of a line that has room for a sign, in px.
const least = 20;

/** Returns the evidence of a line and the place of its sign; an empty object without evidence. */
export function withSign(
  path: string,
  evidence: EdgeEvidence | undefined,
): Pick<DiagramEdge, "evidence" | "sign"> {
  return evidence ? { evidence, sign: signPlace(path) } : {};
}
