/** The pedigree on a cultivar's page, with links and labels. */
import { pathFor } from "../language/paths.ts";
import { usePage } from "../page/PageContext.ts";
import { PedigreeDiagram } from "./pedigree/PedigreeDiagram.tsx";
import { usePedigreeLabels } from "./pedigree/usePedigreeLabels.ts";
import type { Diagram } from "../contracts/pedigree.ts";
import type { CultivarView } from "../contracts/cultivar.ts";

interface CultivarPedigreeProps {
  readonly diagram: Diagram;
  readonly cultivar: CultivarView;
  readonly label: string;
}

/**
 * Renders the diagram of a record's ancestors. The label of unknown parents depends on whether one
 * of the two is known.
 */
export function CultivarPedigree({ diagram, cultivar, label }: CultivarPedigreeProps) {
  const { language, t } = usePage();
  const words = {
    ...usePedigreeLabels(),
    unknown: t(`cultivar.diagram.${cultivar.parents.length > 0 ? "unknown" : "unknownParents"}`),
  };
  return (
    <PedigreeDiagram
      diagram={diagram}
      language={language}
      current={cultivar.id}
      href={(id) => pathFor("cultivar", language, { id })}
      label={label}
      words={words}
      lineage={(code) => cultivar.lineageNames[code] ?? ""}
    />
  );
}
