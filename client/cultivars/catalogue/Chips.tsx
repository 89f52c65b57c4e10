/** Labels of a cultivar: its lineages with colour and name, and its uses. */
import type { Named } from "../../contracts/cultivar.ts";
import "./Chips.css";

/** Renders the dot in the colour of a lineage group. */
export function LineageDot({ code }: { readonly code: string }) {
  return <i className="lineage-dot" data-lineage={code} />;
}

interface ChipsProps {
  readonly lineages: readonly Named[];
  readonly uses: readonly Named[];
}

/** Renders the labels of lineages and uses. */
export function Chips({ lineages, uses }: ChipsProps) {
  return (
    <ul className="chips">
      {lineages.map(({ id, name }) => (
        <li key={`lineage ${id}`} className="chip">
          <LineageDot code={id} />
          {name}
        </li>
      ))}
      {uses.map(({ id, name }) => (
        <li key={id} className="chip">
          {name}
        </li>
      ))}
    </ul>
  );
}
