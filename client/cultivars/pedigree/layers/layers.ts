/** Lays out the complete pedigree: generations from left to right, unconnected names below. */
import { withSign } from "../edgeSigns.ts";
import { fitLabel, labelWidth } from "../labels.ts";
import type { Catalogue } from "../records.ts";
import type { DiagramNode } from "../../../contracts/pedigree.ts";
import type { WholeDiagram, WholeEdge } from "../../../contracts/overview/pedigree.ts";
import { heightsOf } from "./heights.ts";
import { type Layers, reduceCrossings, type Step } from "./order.ts";
import { type Bond, generationsOf, type Name, type Whole, wholeOf } from "./whole.ts";

const margin = 12;
const height = 36;
const pitch = 42;
/** Between two generations; the lines bend there. */
const gap = 88;
const nameSize = 14;
const lineSize = 12;
const nameStart = 24;
/** Right of a name: the reader’s font may be wider than the estimate. */
const padding = 14;
const lineRoom = 130;

/** Returns a name, divided or cut if it belongs to a line or population and is too long. */
function shorten(name: Name): Name {
  return name.kind === "cultivar" ? name : fitLabel(name, { size: lineSize, room: lineRoom });
}

/** Returns the width of a name's box in px. */
function widthOf(name: Name): number {
  const size = name.kind === "cultivar" ? nameSize : lineSize;
  return nameStart + Math.ceil(labelWidth(name, size)) + padding;
}

/** A bond as steps between neighbouring generations, and the places that it passes. */
interface Course {
  readonly bond: Bond;
  readonly passed: readonly string[];
}

/**
 * Returns a bond with the keys of the places at which it passes the generations between its ends.
 */
function courseOf(bond: Bond, generations: ReadonlyMap<string, number>): Course {
  const [from, to] = [generations.get(bond.from) ?? 0, generations.get(bond.to) ?? 0];
  const between = Array.from(
    { length: Math.max(0, to - from - 1) },
    (_, index) => from + 1 + index,
  );
  return { bond, passed: between.map((one) => `${bond.from} > ${bond.to} ${one}`) };
}

/** Returns the steps of a course, each from one generation to the next. */
function stepsOf({ bond, passed }: Course): readonly Step[] {
  const starts = [bond.from, ...passed];
  return [...passed, bond.to].map((to, index): Step => [starts[index] ?? bond.from, to]);
}

/** Returns the keys of connected names and passed places by generation. */
function layersOf(
  whole: Whole,
  generations: ReadonlyMap<string, number>,
  courses: readonly Course[],
): Layers {
  const connected = new Set(whole.bonds.flatMap(({ from, to }) => [from, to]));
  const layers: string[][] = [];
  /** Adds a key to a generation. */
  const put = (key: string, generation: number) => {
    layers[generation] = [...(layers[generation] ?? []), key];
  };
  for (const key of connected) put(key, generations.get(key) ?? 0);
  for (const { bond, passed } of courses) {
    const first = (generations.get(bond.from) ?? 0) + 1;
    for (const [index, key] of passed.entries()) put(key, first + index);
  }
  return layers;
}

type Point = readonly [x: number, y: number];

/**
 * Returns the SVG path from the right side of the parent to the left side of the child, level where
 * it passes names.
 */
function pathOf(
  start: Point,
  stops: readonly (readonly [left: number, right: number, y: number])[],
) {
  let [x, y] = start;
  let path = `M${x} ${y}`;
  for (const [left, right, toY] of stops) {
    const middle = Math.round((x + left) / 2);
    path += y === toY ? `H${left}` : `C${middle} ${y} ${middle} ${toY} ${left} ${toY}`;
    if (right > left) path += `H${right}`;
    [x, y] = [right, toY];
  }
  return path;
}

/**
 * Places the names without a known parent or child below the diagram, from `top` in px, in rows of
 * the diagram's width.
 */
function unconnectedOf(names: readonly Name[], top: number, width: number): readonly DiagramNode[] {
  const widest = Math.max(0, ...names.map(widthOf));
  const inRow = Math.max(1, Math.floor((width - margin) / (widest + margin)));
  return names.map(({ key: _, ...label }, index) => ({
    ...label,
    x: margin + (index % inRow) * (widest + margin),
    y: top + Math.floor(index / inRow) * pitch,
    width: widest,
    height,
  }));
}

interface Column {
  readonly left: number;
  readonly width: number;
}

/** Returns left edge and width of each generation, in px. */
function columnsOf(layers: Layers, names: ReadonlyMap<string, Name>): readonly Column[] {
  let left = margin;
  return layers.map((layer) => {
    const width = Math.max(0, ...layer.flatMap((key) => names.get(key) ?? []).map(widthOf));
    const column = { left, width };
    left += width + gap;
    return column;
  });
}

/** Where a name, or a line that passes a generation, lies. */
interface Stop extends Column {
  /** The middle. */
  readonly y: number;
}

/** Returns the drawn line of a bond through the places that it passes. */
function edgeOf({ bond, passed }: Course, stopOf: (key: string) => Stop) {
  const [start, end] = [stopOf(bond.from), stopOf(bond.to)];
  const between = passed.map(stopOf).map(({ left, width, y }) => [left, left + width, y] as const);
  const path = pathOf(
    [start.left + start.width, start.y],
    [...between, [end.left, end.left, end.y]],
  );
  const clone = bond.isClone ? { isClone: true } : {};
  return { role: bond.role, path, ...withSign(path, bond.evidence), ...clone };
}

/**
 * Lays out the names that have a parent or child, by generation, and their lines; also returns the
 * names' keys and the width.
 */
function connectedOf(whole: Whole, generations: ReadonlyMap<string, number>) {
  const courses = whole.bonds.map((bond) => courseOf(bond, generations));
  const steps = courses.flatMap(stepsOf);
  const layers = reduceCrossings(layersOf(whole, generations, courses), steps);
  const heights = heightsOf(layers, steps, pitch);
  const columns = columnsOf(layers, whole.names);
  const stops = new Map(
    layers.flatMap((layer, index) =>
      layer.map((key): [string, Stop] => {
        const { left, width } = columns[index] ?? { left: 0, width: 0 };
        return [key, { left, width, y: margin + height / 2 + (heights.get(key) ?? 0) }];
      }),
    ),
  );
  /** Returns where a name or a passed place lies. */
  const stopOf = (key: string) => stops.get(key) ?? { left: 0, width: 0, y: 0 };
  const names = layers.flat().flatMap((key) => whole.names.get(key) ?? []);
  const keys = names.map(({ key }) => key);
  const nodes = names.map(({ key, ...label }): DiagramNode => {
    const { left, width, y } = stopOf(key);
    return { ...label, x: left, y: y - height / 2, width, height };
  });
  const edges = courses.map((course): WholeEdge => {
    const ends = { from: keys.indexOf(course.bond.from), to: keys.indexOf(course.bond.to) };
    return { ...ends, ...edgeOf(course, stopOf) };
  });
  const last = columns.at(-1);
  const width = (last ? last.left + last.width : 0) + margin;
  return { keys, nodes, edges, width };
}

/** Lays out the complete pedigree: connected names by generation, all others below. */
export function wholeDiagram(catalogue: Catalogue): WholeDiagram {
  const read = wholeOf(catalogue);
  const names = new Map([...read.names].map(([key, name]) => [key, shorten(name)]));
  const generations = generationsOf(read);
  const { keys, nodes, edges, width } = connectedOf({ ...read, names }, generations);
  const bottom = Math.max(0, ...nodes.map(({ y }) => y + height)) + margin;
  const connected = new Set(keys);
  const lone = [...names.values()].filter(({ key }) => !connected.has(key));
  const unconnected = unconnectedOf(lone, bottom + pitch, width);
  return {
    form: "layers",
    width,
    height: Math.max(bottom, ...unconnected.map(({ y }) => y + height + margin)),
    nodes: [...nodes, ...unconnected],
    edges,
    generations: keys.map((key) => generations.get(key) ?? 0),
    below: bottom + pitch - margin,
  };
}
