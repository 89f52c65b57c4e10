/**
 * The complete pedigree drawn from left to right, with the address's choice highlighted, and its
 * legend.
 */
import type { EdgeEvidence } from "../../contracts/pedigree.ts";
import type { WholeDiagram, WholeEdge } from "../../contracts/overview/pedigree.ts";
import { signs } from "../../cultivars/pedigree/PedigreeDiagram.tsx";
import { PedigreeName } from "../../cultivars/pedigree/PedigreeName.tsx";
import { pathFor } from "../../language/paths.ts";
import { usePage } from "../../page/PageContext.ts";
import type { Lit } from "./choice.ts";

/** Returns whether the parent of a line is presumed or disputed. */
function isDoubtful({ evidence }: WholeEdge): boolean {
  return evidence === "presumed" || evidence === "disputed";
}

/** Returns the CSS classes of a line: doubt, evidence, role, and whether it is highlighted. */
function classOf(edge: WholeEdge, isLit: boolean): string {
  const { role, evidence } = edge;
  const names = [
    isDoubtful(edge) && "whole-doubt",
    evidence === "dna" && "pedigree-dna",
    role === "indirect" && "pedigree-indirect",
    isLit && "whole-lit",
  ];
  return names.filter((name) => name !== false).join(" ");
}

/** Renders the sign of a line's evidence. */
function Sign({ evidence, at: [x, y] }: { evidence: EdgeEvidence; at: readonly [number, number] }) {
  return (
    <text className="pedigree-sign" x={x} y={y + 4}>
      {signs[evidence]}
    </text>
  );
}

interface PictureProps {
  readonly diagram: WholeDiagram;
  readonly lit: Lit | null;
  /** The chosen record. */
  readonly about: string | undefined;
  readonly label: string;
}

/** Renders all lines; highlighted ones lie above the others. */
function Lines({ diagram: { edges }, lit }: Pick<PictureProps, "diagram" | "lit">) {
  const drawn = edges.map((edge, index) => ({ edge, isLit: lit?.edges.has(index) ?? false }));
  drawn.sort((a, b) => Number(a.isLit) - Number(b.isLit));
  return (
    <g className="pedigree-lines">
      {drawn.map(({ edge, isLit }) => (
        <g key={`${edge.from} ${edge.to}`} className={classOf(edge, isLit) || undefined}>
          <path d={edge.path} className={edge.isClone ? "whole-clone" : undefined} />
          {edge.isClone && <path d={edge.path} className="whole-between" />}
          {edge.evidence && edge.sign && <Sign evidence={edge.evidence} at={edge.sign} />}
        </g>
      ))}
    </g>
  );
}

/** Renders the complete pedigree; records without a known relative stand below the others. */
export function WholePicture({ diagram, lit, about, label }: PictureProps) {
  const { language, t } = usePage();
  const { width, height, nodes, below } = diagram;
  const href = (id: string) => pathFor("cultivar", language, { id });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the box scrolls, or moves by arrow keys.
    <section className="pedigree-scroll" aria-label={label} tabIndex={0}>
      {/* biome-ignore lint/a11y/useSemanticElements: a group of links in a drawing is no fieldset. */}
      <svg
        className="pedigree-layers"
        data-lit={lit !== null}
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
        role="group"
        aria-label={label}
      >
        <Lines diagram={diagram} lit={lit} />
        <text className="pedigree-line" x="12" y={below}>
          {t("pedigree.unconnected")}
        </text>
        {nodes.map((node, index) => (
          <g
            // biome-ignore lint/suspicious/noArrayIndexKey: native populations have one name and no id.
            key={index}
            className={lit?.nodes.has(index) ? "whole-lit" : undefined}
            {...(about !== undefined && node.id === about && { "data-marked": "" })}
          >
            <PedigreeName
              view={{ diagram, language, href, label, hasTargets: true }}
              node={node}
              isFounder={false}
            />
          </g>
        ))}
      </svg>
    </section>
  );
}

const evidences = ["dna", "list", "presumed", "disputed"] as const;

/** Returns the CSS class of a line in the legend, by the evidence for it. */
function legendClass(evidence: EdgeEvidence): string {
  if (evidence === "list") return "pedigree-list";
  return evidence === "dna" ? "pedigree-dna" : "whole-doubt";
}

/** Renders the legend of the picture: what each kind of line means. */
export function PictureLegend() {
  const { t } = usePage();
  return (
    <ul className="pedigree-key">
      <li>
        <svg width="28" height="8" aria-hidden="true">
          <path d="M0 4H28" />
        </svg>
        {t("pedigree.key.parent")}
      </li>
      <li>
        <svg width="28" height="8" aria-hidden="true">
          <path className="whole-clone" d="M0 4H28" />
          <path className="whole-between" d="M0 4H28" />
        </svg>
        {t("pedigree.key.clone")}
      </li>
      <li>
        <svg width="28" height="8" aria-hidden="true">
          <path className="pedigree-indirect" d="M0 4H28" />
        </svg>
        {t("cultivar.diagram.indirect")}
      </li>
      {evidences.map((evidence) => (
        <li key={evidence}>
          <svg width="28" height="14" aria-hidden="true">
            <g className={legendClass(evidence)}>
              <path d="M0 7H28" />
              <Sign evidence={evidence} at={[14, 7]} />
            </g>
          </svg>
          {t(`cultivar.diagram.${evidence}`)}
        </li>
      ))}
    </ul>
  );
}
