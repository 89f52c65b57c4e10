/** Pedigree diagrams: data, layout and builder. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { diagramsOf } from "../../../../client/cultivars/pedigree/diagrams.ts";
import { type ParentRecord, recordOf } from "../../../../client/cultivars/pedigree/records.ts";
import type { Diagram, DiagramEdge, DiagramNode } from "../../../../client/contracts/pedigree.ts";
import { bredFrom, catalogue, groups } from "./catalogue.ts";
import { isInside, overlaps, pointsOf, crossedNodes } from "./geometry.ts";

const diagrams = diagramsOf(catalogue, groups);
const everyDiagram: readonly (readonly [string, Diagram])[] = [
  ...Object.entries(diagrams.ancestors),
  ...Object.entries(diagrams.groups).map(([code, diagram]) => [`group ${code}`, diagram] as const),
];
const parentRecords = Object.values(catalogue).flatMap(({ parents }) => parents);

function isOf(node: DiagramNode | undefined, parent: ParentRecord): boolean {
  if (node === undefined) return false;
  return parent.cultivarId === null
    ? node.id === null && node.nameJa === parent.nameJa
    : node.id === parent.cultivarId;
}

/** Returns whether the catalogue records the parentage that a line shows. */
function isRecorded({ nodes }: Diagram, edge: DiagramEdge): boolean {
  const [from, to] = [nodes[edge.from], nodes[edge.to]];
  if (from === undefined || to === undefined) return false;
  if (to.id === null) {
    const lines = parentRecords.filter((parent) => isOf(to, parent));
    return edge.role === "indirect" && lines.some((line) => (from.id ?? "") in line.ancestors);
  }
  const { parents } = recordOf(catalogue, to.id);
  if (from.kind === "unknown") return parents.length < 2;
  return parents.some((parent) => isOf(from, parent) && parent.role === edge.role);
}

/** Returns the recorded parents of all nodes for which a check fails, as text. */
function parentsFailing(
  diagram: Diagram,
  isShown: (child: number, parent: ParentRecord) => boolean,
) {
  return diagram.nodes.flatMap(({ id }, child) => {
    const parents = id === null ? [] : recordOf(catalogue, id).parents;
    return parents
      .filter((parent) => !isShown(child, parent))
      .map(({ nameJa }) => `${id}: ${nameJa}`);
  });
}

function hasLine({ nodes, edges }: Diagram, child: number, parent: ParentRecord): boolean {
  return edges.some(({ from, to }) => to === child && isOf(nodes[from], parent));
}

describe("pedigree diagram data", () => {
  test.each(everyDiagram)("%s has only recorded edges", (_, diagram) => {
    expect(diagram.edges.filter((edge) => !isRecorded(diagram, edge))).toEqual([]);
  });

  test.each(Object.entries(diagrams.ancestors))("%s has every known ancestor", (_, diagram) => {
    const missing = parentsFailing(diagram, (child, parent) => hasLine(diagram, child, parent));
    const lines = parentRecords.filter(({ cultivarId }) => cultivarId === null);
    const untold = diagram.nodes.flatMap((node, child) =>
      lines
        .filter((line) => isOf(node, line))
        .flatMap(({ ancestors }) => Object.keys(ancestors))
        .filter(
          (id) => !diagram.edges.some((e) => e.to === child && diagram.nodes[e.from]?.id === id),
        ),
    );

    expect([...missing, ...untold]).toEqual([]);
  });

  test.each(Object.entries(diagrams.groups))(
    "group %s has both parents of all members",
    (code, diagram) => {
      const members = Object.keys(catalogue).filter((id) =>
        recordOf(catalogue, id).lineage.includes(code),
      );
      const missing = parentsFailing(
        diagram,
        (child, parent) =>
          hasLine(diagram, child, parent) ||
          diagram.nodes[child]?.with?.some(
            (other) => other.nameJa === parent.nameJa && other.id === parent.cultivarId,
          ) === true,
      );

      expect(missing).toEqual([]);
      expect(diagram.nodes.flatMap(({ id }) => id ?? []).sort()).toEqual(members.sort());
    },
  );

  test("exists for each cultivar and each of the fourteen groups", () => {
    expect(Object.keys(diagrams.ancestors)).toEqual(Object.keys(catalogue));
    expect(Object.keys(diagrams.groups)).toEqual([...Array(14).keys()].map(String));
    expect(Object.keys(diagrams.pictures)).toHaveLength(14);
  });

  test("has an unknown node for a missing pollen parent", () => {
    const { nodes, edges } = diagrams.ancestors.sayamakaori ?? { nodes: [], edges: [] };
    const unknown = nodes.findIndex(({ kind }) => kind === "unknown");

    expect(edges.find(({ from }) => from === unknown)?.role).toBe("pollen");
  });

  test.each([
    ["harunonagori", ["presumed", undefined, "presumed", "presumed"]],
    ["minamisayaka", [undefined, undefined, undefined]],
  ])("%s has the evidence of its parents and of the ancestors behind a line", (id, expected) => {
    const { nodes, edges } = diagrams.ancestors[id] ?? { nodes: [], edges: [] };
    const self = nodes.findIndex((node) => node.kind === "self");
    const ofParents = edges.filter(({ to, role }) => to === self && role !== null);
    const open = edges.filter(({ role }) => role === "indirect");

    expect([...ofParents, ...open].map(({ evidence }) => evidence)).toEqual(expected);
  });

  test("has one unknown node when both parents are unknown", () => {
    expect(diagrams.ancestors.kyomidori?.nodes.map(({ kind }) => kind)).toEqual([
      "self",
      "unknown",
    ]);
  });
});

describe("pedigree diagram layout", () => {
  test.each(everyDiagram)("%s has no overlapping names", (_, { nodes }) => {
    const pairs = nodes.flatMap((a, index) => nodes.slice(index + 1).map((b) => [a, b] as const));

    expect(pairs.filter(([a, b]) => overlaps(a, b))).toEqual([]);
  });

  test.each(everyDiagram)("%s has no line through a name", (_, diagram) => {
    expect(crossedNodes(diagram).map(({ nameEn }) => nameEn)).toEqual([]);
  });

  test.each(everyDiagram)(
    "%s fits its frame with integer coordinates",
    (_, { nodes, edges, width, height }) => {
      const frame = { x: 0, y: 0, width, height };
      const corners = nodes.flatMap((node) => [
        [node.x, node.y] as const,
        [node.x + node.width, node.y + node.height] as const,
      ]);
      const points = [...corners, ...edges.flatMap(({ path }) => pointsOf(path))];

      expect(points.filter((point) => !isInside(frame, point))).toEqual([]);
      expect(JSON.stringify({ nodes, edges, width, height })).not.toMatch(/\d\.\d/);
    },
  );

  test.each(Object.entries(diagrams.ancestors))(
    "%s has the cultivar at the bottom and the seed parent left",
    (id, d) => {
      const self = d.nodes.findIndex((node) => node.id === id);
      const arrival = (role: string) => {
        const line = d.edges.find((edge) => edge.to === self && edge.role === role);
        return line && pointsOf(line.path).at(-1)?.[0];
      };

      const bottom = Math.max(...d.nodes.map(({ y }) => y));

      expect(d.nodes.flatMap(({ y }, index) => (y === bottom ? [index] : []))).toEqual([self]);
      expect(arrival("seed") ?? 0).toBeLessThan(arrival("pollen") ?? Infinity);
    },
  );

  test("indents every member of a group one step from its parent", () => {
    const { nodes, edges } = diagrams.groups[0] ?? { nodes: [], edges: [] };
    const steps = nodes.flatMap((node, child) => {
      const carrier = edges.find(({ to }) => to === child);
      return carrier ? [node.x - (nodes[carrier.from]?.x ?? 0)] : [];
    });

    expect(new Set(steps)).toEqual(new Set([28]));
  });

  test("is at most 288 wide for more than 80% of the pedigrees", () => {
    const widths = Object.values(diagrams.ancestors).map(({ width }) => width);

    expect(widths.filter((width) => width <= 288).length / widths.length).toBeGreaterThan(0.8);
  });
});

describe("pedigree diagram builder", () => {
  test("is deterministic", () => {
    expect(JSON.stringify(diagramsOf(catalogue, groups))).toBe(JSON.stringify(diagrams));
  });

  test("does not change its input", () => {
    expect(JSON.stringify(catalogue)).toBe(
      JSON.stringify(JSON.parse(readFileSync("shared/catalogue/cultivars.json", "utf8"))),
    );
  });

  test("refuses a parent without a record by name", () => {
    const dangling = { young: bredFrom("nobody") };

    expect(() => diagramsOf(dangling, groups)).toThrow(
      "cultivar young names the parent nobody, which has no record",
    );
  });

  test("refuses a cycle and names it", () => {
    const circle = { a: bredFrom("b"), b: bredFrom("c"), c: bredFrom("a") };

    expect(() => diagramsOf(circle, groups)).toThrow(
      "cultivar a descends from itself: a from b from c from a",
    );
  });

  test("returns an empty frame for a group without members", () => {
    const empty = { form: "rows", width: 16, height: 16, nodes: [], edges: [] };

    expect(diagramsOf({ only: bredFrom() }, groups).groups[5]).toEqual(empty);
  });

  test("draws a group of one member", () => {
    const { nodes, edges } = diagramsOf({ only: bredFrom() }, groups).groups[0] ?? {};

    expect(nodes).toHaveLength(1);
    expect(edges).toEqual([]);
  });
});
