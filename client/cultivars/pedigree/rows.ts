/** Lays out a lineage group: one row a name, indented by generation. */
import { fitLabel, labelWidth } from "./labels.ts";
import { type Family, familyOf, isAbove, type Member } from "./lineage.ts";
import type { Catalogue } from "./records.ts";
import { withSign } from "./edgeSigns.ts";
import { orderedRows } from "./rowOrder.ts";
import type { Diagram, DiagramEdge, DiagramNode, Other } from "../../contracts/pedigree.ts";

// Lengths in px.
const margin = 8;
const pitch = 44;
const height = 36;
const indent = 28;
const nameSize = 14;
const lineSize = 12;
const noteSize = 11;
/** The dot of a name, where its branch starts. */
const dot = 12;
const dotClear = 7;
const nameStart = 24;
const padding = 8;
// Notes are aligned in a column beside names up to this width.
const columnLimit = 150;
const noteStart = 6;
// The cross mark and the space before the other parent's name.
const markWidth = 16;

interface Row {
  readonly member: Member;
  readonly x: number;
  /** The vertical middle of the row. */
  readonly y: number;
  /** Width of the name with dot and padding. */
  readonly width: number;
  /** Right edge of the row with the notes beside its name. */
  readonly end: number;
}

type Rows = ReadonlyMap<string, Row>;

/** Returns the generation of a member in the tree: 0 at the top; -1 without a key. */
function depthOf(family: Family, key: string | undefined): number {
  if (key === undefined) return -1;
  return depthOf(family, family.get(key)?.bonds[0]?.parent) + 1;
}

/**
 * Returns a member with shortened names of its other parents, which are noted beside its row. Its
 * own name is shortened only if it has no record: one with a record has its full name.
 */
function shorten(member: Member): Member {
  const others = member.others.map(
    (other): Other => fitLabel(other, { size: noteSize, room: Infinity }),
  );
  const label = member.id === null ? fitLabel(member, { size: lineSize, room: Infinity }) : member;
  return { ...label, others };
}

/** Returns the width in px of the notes beside a row, which name other parents; 0 without any. */
function noteWidth({ others }: Member): number {
  if (others.length === 0) return 0;
  const names = others.map((other) => labelWidth(other, noteSize));
  return noteStart + markWidth + Math.ceil(Math.max(...names));
}

/**
 * Returns a function for the width in px of a row's name with dot and padding. All rows have the
 * width of the widest name up to `columnLimit`, so that the notes beside them are aligned; a wider
 * name has its own.
 */
function nameWidths(family: Family): (member: Member) => number {
  const own = (member: Member) => {
    const size = member.id === null ? lineSize : nameSize;
    return nameStart + Math.ceil(labelWidth(member, size)) + padding;
  };
  const withinLimit = [...family.values()].map(own).filter((width) => width <= columnLimit);
  const column = Math.max(...withinLimit);
  return (member) => Math.max(column, own(member));
}

/** Returns the rows in the given order, indented by generation. */
function placeRows(family: Family, order: readonly string[]): Rows {
  const widthOf = nameWidths(family);
  return new Map(
    order.map((key, index): [string, Row] => {
      const member = family.get(key);
      if (member === undefined) throw new Error(`no row for ${key}`);
      const depth = depthOf(family, member.bonds[0]?.parent) + 1;
      const x = margin + depth * indent;
      const y = margin + index * pitch + height / 2;
      const width = widthOf(member);
      return [key, { member, x, y, width, end: x + width + noteWidth(member) }];
    }),
  );
}

/**
 * Returns the SVG path from the dot of the parent under which the child is indented down to the
 * child's dot.
 */
function drawBranch(parent: Row, child: Row): string {
  const [x, y] = [parent.x + dot, child.y];
  const to = child.x + dot - dotClear;
  return `M${x} ${parent.y + dotClear}V${y - 22}C${x} ${y - 8} ${x + 6} ${y} ${to} ${y}`;
}

/**
 * Returns the SVG path to a child's dot from a parent that is also a farther ancestor in the tree; it
 * leaves the parent's stem below the branches between the two.
 */
function drawBackCross(parent: Row, child: Row): string {
  const [x, y] = [parent.x + dot, child.y + 14];
  const to = child.x + dot;
  const start = `M${x} ${parent.y + dotClear}V${y - 20}C${x} ${y - 6} ${x + 6} ${y} ${x + 20} ${y}`;
  return `${start}H${to - 8}C${to - 2} ${y} ${to} ${y - 2} ${to} ${child.y + dotClear}`;
}

/**
 * Returns the SVG path of a bow around the right side, for a parent that is not above the child in
 * the tree; `lane` is the x in px where bows begin, right of all names and notes.
 */
function drawBow(parent: Row, child: Row, lane: number): string {
  const out = lane + bowWidth(parent, child);
  const [start, end] = [parent.end + 4, child.end + 4];
  return `M${start} ${parent.y}H${lane}C${out} ${parent.y} ${out} ${child.y} ${lane} ${child.y}H${end}`;
}

/** Returns how far the control points of a bow are right of `lane`: 24 to 72 px, by its height. */
function bowWidth(parent: Row, child: Row): number {
  return Math.min(72, 24 + Math.round(Math.abs(child.y - parent.y) / 12));
}

/**
 * Returns the lines from parents to children. `reach` is the x in px of the rightmost point of a bow
 * right of `lane`, and 0 for lines inside the rows.
 */
function edgesOf(
  family: Family,
  rows: Rows,
  lane: number,
): readonly (DiagramEdge & { readonly reach: number })[] {
  const keys = [...rows.keys()];
  return [...rows.values()].flatMap((child, to) =>
    child.member.bonds.flatMap(({ parent: key, role, evidence }, place) => {
      const parent = rows.get(key);
      if (parent === undefined) return [];
      const drawn = (path: string, reach: number) => {
        const edge = { from: keys.indexOf(key), to, role, path, reach };
        return [{ ...edge, ...withSign(path, evidence) }];
      };
      if (place === 0) return drawn(drawBranch(parent, child), 0);
      if (isAbove(family, key, child.member.key)) return drawn(drawBackCross(parent, child), 0);
      // With both control points this far out, a cubic curve reaches three quarters of it.
      const reach = lane + Math.ceil(bowWidth(parent, child) * 0.75);
      return drawn(drawBow(parent, child, lane), reach);
    }),
  );
}

/** Returns the node that is drawn for a row. */
function nodeOf({ member, x, y, width }: Row): DiagramNode {
  const { key: _key, year: _year, bonds: _bonds, others, ...label } = member;
  const note = others.length > 0 ? { with: others } : {};
  return { ...label, x, y: y - height / 2, width, height, ...note };
}

/** Lays out a lineage group: one row for each member, with the lines between them. */
export function groupDiagram(catalogue: Catalogue, code: string): Diagram {
  const family = new Map(
    [...familyOf(catalogue, code)].map(([key, member]) => [key, shorten(member)]),
  );
  const rows = placeRows(family, orderedRows(family));
  const right = Math.max(margin, ...[...rows.values()].map(({ end }) => end));
  const edges = edgesOf(family, rows, right + 12);
  return {
    form: "rows",
    width: Math.max(right, ...edges.map(({ reach }) => reach)) + margin,
    height: margin * 2 + Math.max(0, rows.size * pitch - (pitch - height)),
    nodes: [...rows.values()].map(nodeOf),
    edges: edges.map(({ reach: _, ...edge }) => edge),
  };
}
