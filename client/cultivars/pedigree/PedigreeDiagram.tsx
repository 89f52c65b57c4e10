/** A pedigree diagram whose names are links; it scrolls when it is too wide. */
import "./PedigreeDiagram.css";
import { PedigreeLines } from "./PedigreeLines.tsx";
import { PedigreeName } from "./PedigreeName.tsx";
import type { Diagram, EdgeRole } from "../../contracts/pedigree.ts";
import { useScrollBox } from "./useScrollBox.ts";

type PedigreeWord = EdgeRole | "unknown";
type PedigreeMessages = Readonly<Partial<Record<PedigreeWord, string>>>;

export interface PedigreeView {
  readonly diagram: Diagram;
  readonly language: "ja" | "en";
  /** The cultivar of this page. */
  readonly current?: string | null;
  readonly href: (id: string) => string;
  readonly label: string;
  /** Labels of line styles and of the question mark, for the legend. */
  readonly words?: PedigreeMessages;
  /** Name of a lineage group, added to a link's title because its colour alone does not say it. */
  readonly lineage?: (code: string) => string;
}

const keyOrder: readonly EdgeRole[] = ["seed", "pollen", "selection", "indirect"];

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
    </figure>
  );
}

interface KeyProps {
  readonly edges: Diagram["edges"];
  readonly words: PedigreeMessages;
}

function PedigreeKey({ edges, words }: KeyProps) {
  const shown = keyOrder.filter((role) => words[role] && edges.some((edge) => edge.role === role));
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
    </ul>
  );
}
