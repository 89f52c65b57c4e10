/** A pedigree diagram whose names are links; it scrolls when it is too wide. */
import { PedigreeName } from "./PedigreeName.tsx";
import type { Diagram, DiagramEdge, EdgeEvidence, EdgeRole } from "../../contracts/pedigree.ts";
import { useEffect, useRef, useState } from "react";
import "./PedigreeDiagram.css";

type PedigreeWord = EdgeRole | EdgeEvidence | "unknown";
type PedigreeMessages = Readonly<Partial<Record<PedigreeWord, string>>>;

export interface PedigreeView {
  readonly diagram: Diagram;
  readonly language: "ja" | "en";
  /** The cultivar of this page. */
  readonly current?: string | null;
  readonly href: (id: string) => string;
  readonly label: string;
  /** True when names are targets of the page's fragments; ids are unique on a page with one diagram only. */
  readonly hasTargets?: boolean;
  /** Labels of line styles, of signs on lines and of the question mark, for the legend. */
  readonly words?: PedigreeMessages;
  /** Name of a lineage group, added to a link's title because its colour alone does not say it. */
  readonly lineage?: (code: string) => string;
}

const keyOrder: readonly EdgeRole[] = ["seed", "pollen", "selection", "indirect"];
// Signs in a gap of the line, beside its weight: the evidence needs no colour.
export const signs: Readonly<Record<EdgeEvidence, string>> = {
  dna: "◆",
  list: "■",
  presumed: "?",
  disputed: "●",
};
const evidenceOrder: readonly EdgeEvidence[] = ["dna", "list", "presumed", "disputed"];

/**
 * Renders a laid-out pedigree with its legend; one that is too wide scrolls and opens at the name
 * of the current record.
 */
export function PedigreeDiagram(view: PedigreeView) {
  const { diagram, label, words = {}, current = null } = view;
  const { form, width, height, nodes, edges } = diagram;
  const { box, region } = useScrollBox(label, current);
  return (
    <figure className="pedigree">
      <div className="pedigree-scroll" ref={box} {...region}>
        {/* biome-ignore lint/a11y/useSemanticElements: a group of links in a drawing is no fieldset. */}
        <svg
          className={`pedigree-${form}`}
          width={width}
          height={height}
          viewBox={`0 0 ${width} ${height}`}
          role="group"
          aria-label={label}
        >
          <PedigreeLines diagram={diagram} />
          {nodes.map((node, index) => (
            <PedigreeName
              key={node.id ?? `${node.nameJa} ${index}`}
              view={view}
              node={node}
              isFounder={!edges.some(({ to }) => to === index)}
            />
          ))}
        </svg>
      </div>
      <PedigreeKey edges={diagram.edges} words={words} />
      <EvidenceList view={view} />
    </figure>
  );
}

interface KeyProps {
  readonly edges: Diagram["edges"];
  readonly words: PedigreeMessages;
}

/** Renders the legend: the kinds of lines and the signs of evidence that occur in the diagram. */
function PedigreeKey({ edges, words }: KeyProps) {
  const shown = keyOrder.filter((role) => words[role] && edges.some((edge) => edge.role === role));
  const signed = evidenceOrder.filter(
    (one) => words[one] && edges.some(({ evidence }) => evidence === one),
  );
  if (shown.length === 0) return null;
  return (
    <ul className="pedigree-key">
      {shown.map((role) => (
        <li key={role}>
          <svg width="28" height="8" aria-hidden="true">
            <path className={`pedigree-${role}`} d="M0 4H28" />
          </svg>
          {words[role]}
        </li>
      ))}
      {signed.map((evidence) => (
        <li key={evidence}>
          <svg width="28" height="14" aria-hidden="true">
            <path className={`pedigree-${evidence}`} d="M0 7H28" />
            <EvidenceSign evidence={evidence} at={[14, 7]} />
          </svg>
          {words[evidence]}
        </li>
      ))}
    </ul>
  );
}

/** Scrolls the box so that the name of the current record is in its middle. */
function showCurrent(box: HTMLElement): void {
  const current = box.querySelector("[aria-current]");
  if (current === null) return;
  const [inner, outer] = [current.getBoundingClientRect(), box.getBoundingClientRect()];
  box.scrollLeft += inner.left + inner.width / 2 - (outer.left + outer.width / 2);
  box.scrollTop += inner.top + inner.height / 2 - (outer.top + outer.height / 2);
}

/** Returns whether an element's content is larger than the element. */
function overflows({ scrollWidth, clientWidth, scrollHeight, clientHeight }: HTMLElement): boolean {
  return scrollWidth > clientWidth || scrollHeight > clientHeight;
}

/**
 * Returns a ref for the box, and the attributes that make an overflowing box scrollable by
 * keyboard. The box opens at the name of the current record.
 */
function useScrollBox(label: string, current: string | null) {
  const box = useRef<HTMLDivElement>(null);
  const [isScrolled, setIsScrolled] = useState(false);
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    /** Notes whether the box overflows. */
    const measure = () => setIsScrolled(overflows(element));
    measure();
    if (current !== null) showCurrent(element);
    if (typeof ResizeObserver === "undefined") return;
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [current]);
  const region = isScrolled ? { tabIndex: 0, role: "region", "aria-label": label } : {};
  return { box, region };
}

// The variation selector requests the plain glyph where phones would draw an emoji.
const marks = { seed: "\u2640\ufe0e", pollen: "\u2642\ufe0e" } as const;

/**
 * Returns where the sign of a parent stands, in px: at the end of the line, on the side that has
 * room. `path` is a curve as the layout of a tree writes it, in whole px.
 */
function markPlace(path: string): readonly [number, number] {
  const [, from, bend] = /^M(-?\d+) .*?C\S+ \S+ (-?\d+)/.exec(path) ?? [];
  const [, x, y] = /(-?\d+) (-?\d+)$/.exec(path) ?? [];
  const comesFromRight = Number(from) > Number(bend);
  return [Number(x) + (comesFromRight ? -9 : 9), Number(y) - 5];
}

/**
 * Renders the sign of the seed or pollen parent at the end of its line; nothing for other lines.
 */
function ParentMark({ role, path }: DiagramEdge) {
  if (role !== "seed" && role !== "pollen") return null;
  const [x, y] = markPlace(path);
  return (
    <text x={x} y={y}>
      {marks[role]}
    </text>
  );
}

/** Renders the signs on the lines in words, for screen readers. */
function EvidenceList({
  view: { diagram, language, words = {} },
}: {
  readonly view: PedigreeView;
}) {
  const { nodes, edges } = diagram;
  /** Returns the name of a node in the diagram's language. */
  const named = (index: number) => nodes[index]?.[language === "ja" ? "nameJa" : "nameEn"];
  const colon = language === "ja" ? "：" : ": ";
  const signed = edges.filter(({ evidence }) => evidence && words[evidence]);
  if (signed.length === 0) return null;
  return (
    <ul className="visually-hidden">
      {signed.map(({ from, to, evidence }) => (
        <li key={`${from} ${to}`}>
          {`${named(from)} → ${named(to)}${colon}${evidence && words[evidence]}`}
        </li>
      ))}
    </ul>
  );
}

interface EvidenceSignProps {
  readonly evidence: EdgeEvidence;
  readonly at: readonly [number, number];
}

/** Renders the sign of a line's evidence in a gap of the line. */
function EvidenceSign({ evidence, at: [x, y] }: EvidenceSignProps) {
  return (
    <text className="pedigree-sign" x={x} y={y + 4}>
      {signs[evidence]}
    </text>
  );
}

/** Renders all lines with the signs of evidence and of parents. */
function PedigreeLines({ diagram }: { readonly diagram: Diagram }) {
  const { edges, form } = diagram;
  return (
    <>
      <g className="pedigree-lines">
        {edges.map(({ from, to, role, path, evidence }) => (
          <path
            key={`${from} ${to}`}
            className={[role, evidence].flatMap((one) => (one ? `pedigree-${one}` : [])).join(" ")}
            d={path}
          />
        ))}
      </g>
      {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: a group of drawn signs takes no focus. */}
      <g aria-hidden="true">
        {edges.map(
          ({ from, to, evidence, sign }) =>
            evidence &&
            sign && <EvidenceSign key={`${from} ${to}`} evidence={evidence} at={sign} />,
        )}
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
