/** Layout of the complete pedigree. */
import { describe, expect, test } from "vitest";
import { labelWidth } from "../../../../client/cultivars/pedigree/labels.ts";
import { spaceOut } from "../../../../client/cultivars/pedigree/layers/heights.ts";
import { wholeDiagram } from "../../../../client/cultivars/pedigree/layers/layers.ts";
import {
  crossingsOf,
  reduceCrossings,
  type Step,
} from "../../../../client/cultivars/pedigree/layers/order.ts";
import { bredFrom, catalogue } from "./catalogue.ts";
import { overlaps, crossedNodes } from "./geometry.ts";

const diagram = wholeDiagram(catalogue);
const { nodes, edges } = diagram;

describe("complete pedigree", () => {
  test("has every record once", () => {
    const drawn = nodes.flatMap(({ id }) => id ?? []);

    expect(drawn.sort()).toEqual(Object.keys(catalogue).sort());
  });

  test("has a line for every parent that a record names", () => {
    for (const [id, { parents }] of Object.entries(catalogue)) {
      const at = nodes.findIndex((node) => node.id === id);
      const drawn = edges
        .filter(({ to }) => to === at)
        .map(({ from }) => nodes[from]?.id ?? nodes[from]?.nameJa);

      expect(drawn.sort()).toEqual(
        [...new Set(parents.map(({ cultivarId, nameJa }) => cultivarId ?? nameJa))].sort(),
      );
    }
  });

  test("gives every plant that is only called native an origin of its own", () => {
    const natives = nodes.flatMap(({ nameJa }, at) => (nameJa === "在来種" ? [at] : []));
    const called = Object.values(catalogue).flatMap(({ parents }) =>
      parents.filter(({ nameJa }) => nameJa === "在来種"),
    );

    expect(natives.length).toBe(called.length);
    for (const at of natives) expect(edges.filter(({ from }) => from === at).length).toBe(1);
  });

  test("draws parents left of their children", () => {
    for (const { from, to } of edges) {
      const [parent, child] = [nodes[from], nodes[to]];
      expect((parent?.x ?? 0) + (parent?.width ?? 0)).toBeLessThan(child?.x ?? 0);
    }
  });

  test("has no overlapping names and no line through a name", () => {
    const touching = nodes.filter((one, index) =>
      nodes.slice(index + 1).some((other) => overlaps(one, other)),
    );

    expect(touching).toEqual([]);
    expect(crossedNodes(diagram)).toEqual([]);
  });

  test("keeps every name within the picture", () => {
    for (const { x, y, width, height } of nodes) {
      expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
      expect(x + width).toBeLessThanOrEqual(diagram.width);
      expect(y + height).toBeLessThanOrEqual(diagram.height);
    }
  });

  test("leaves room between a name and the right border of its box", () => {
    const tight = nodes.filter((node) => {
      const size = node.kind === "cultivar" ? 14 : 12;
      return node.width - 24 - labelWidth(node, size) < 12;
    });

    expect(tight.map(({ nameEn }) => nameEn)).toEqual([]);
  });

  test("marks clones and the evidence of parents", () => {
    expect(edges.filter(({ isClone }) => isClone).length).toBeGreaterThan(0);
    expect(new Set(edges.map(({ evidence }) => evidence))).toEqual(
      new Set(["dna", "list", "presumed", "disputed", undefined]),
    );
  });

  test("counts generations along the longest line, founders beside their first child", () => {
    const small = wholeDiagram({
      first: bredFrom(),
      second: bredFrom("first"),
      third: bredFrom("second", "late"),
      late: bredFrom(),
      alone: bredFrom(),
    });
    const generationOf = (id: string) =>
      small.generations[small.nodes.findIndex((node) => node.id === id)];

    expect(["first", "second", "third", "late", "alone"].map(generationOf)).toEqual([
      0,
      1,
      2,
      1,
      undefined,
    ]);
  });
});

describe("order of generations", () => {
  test("removes all avoidable crossings", () => {
    const steps: readonly Step[] = [
      ["a", "z"],
      ["b", "y"],
      ["c", "x"],
    ];
    const layers = [
      ["a", "b", "c"],
      ["x", "y", "z"],
    ];

    expect(crossingsOf(layers, steps)).toBe(3);
    expect(crossingsOf(reduceCrossings(layers, steps), steps)).toBe(0);
  });
});

describe("distances in a generation", () => {
  test("keep wanted positions that are far enough apart", () => {
    expect(spaceOut([0, 50, 120], 40)).toEqual([0, 50, 120]);
  });

  test("spread equal positions evenly around them", () => {
    expect(spaceOut([100, 100, 100], 40)).toEqual([60, 100, 140]);
  });
});
