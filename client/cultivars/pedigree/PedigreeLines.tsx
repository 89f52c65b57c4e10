/** The lines of descent, with marks of seed and pollen parent in a tree. */
import type { Diagram, DiagramEdge } from "../../contracts/pedigree.ts";

// The variation selector requests the plain glyph where phones would draw an emoji.
const marks = { seed: "\u2640\ufe0e", pollen: "\u2642\ufe0e" } as const;

/** Where a line ends and on which side its mark has room. */
function markPlace(path: string): readonly [number, number] {
  const [, from, bend] = /^M(-?\d+) .*?C\S+ \S+ (-?\d+)/.exec(path) ?? [];
  const [, x, y] = /(-?\d+) (-?\d+)$/.exec(path) ?? [];
  const comesFromRight = Number(from) > Number(bend);
  return [Number(x) + (comesFromRight ? -9 : 9), Number(y) - 5];
}

function ParentMark({ role, path }: DiagramEdge) {
  if (role !== "seed" && role !== "pollen") return null;
  const [x, y] = markPlace(path);
  return (
    <text x={x} y={y}>
      {marks[role]}
    </text>
  );
}

export function PedigreeLines({ diagram }: { readonly diagram: Diagram }) {
  const { edges, form } = diagram;
  return (
    <>
      <g className="pedigree-lines">
        {edges.map(({ from, to, role, path }) => (
          <path key={`${from} ${to}`} {...(role && { className: `pedigree-${role}` })} d={path} />
        ))}
      </g>
      {form === "tree" && (
        // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a group of drawn signs takes no focus.
        <g className="pedigree-marks" aria-hidden="true">
          {edges.map((edge) => (
            <ParentMark key={`${edge.from} ${edge.to}`} {...edge} />
          ))}
        </g>
      )}
    </>
  );
}
