/** The lineages of a cultivar, each with its line of descent and a diagram that opens. */
import { anchorOf } from "./pedigree/anchors.ts";
import { type SyntheticEvent, useState } from "react";
import { pathFor } from "../language/paths.ts";
import { usePage } from "../page/PageContext.ts";
import { PageLink } from "../page/PageLink.tsx";
import type { Diagram } from "../contracts/pedigree.ts";
import { LineageDot } from "./catalogue/Chips.tsx";
import type { CultivarView, LineageView } from "../contracts/cultivar.ts";
import { CultivarPedigree } from "./CultivarPedigree.tsx";
import "./LineageEntries.css";

interface LineageEntryProps {
  readonly lineage: LineageView;
  readonly cultivar: CultivarView;
}

/**
 * Renders the line of descent to the cultivar from the founder, or else from an ancestor without a
 * parent in the lineage; a note where there is no line or no earlier member. A step has a note if
 * its parent is presumed, disputed or only in a list.
 */
function Descent({ lineage: { descent, leads } }: LineageEntryProps) {
  const { t } = usePage();
  if (descent.length === 0) return <p className="quiet">{t("cultivar.lineageNone")}</p>;
  if (descent.length === 1) {
    return <p className="quiet">{t(leads ? "cultivar.lineageSelf" : "cultivar.lineageFirst")}</p>;
  }
  return (
    <ol className="lineage-descent">
      {descent.map(({ id, name, evidence }) => (
        <li key={id}>
          <PageLink to="cultivar" params={{ id }}>
            {name}
          </PageLink>
          {evidence && evidence !== "dna" && <small>{t(`cultivar.diagram.${evidence}`)}</small>}
        </li>
      ))}
    </ol>
  );
}

/**
 * Renders a disclosure with the diagram of a lineage: an image without scripts and until the
 * diagram has loaded.
 */
function LineageDiagram({ lineage: { id: code, name, image }, cultivar }: LineageEntryProps) {
  const { t } = usePage();
  const [diagram, setDiagram] = useState<Diagram>();
  if (image === null) return null;

  /** Loads the diagram of the lineage into the component's state. */
  const load = async () => {
    const { loadGroupDiagram } = await import("../contracts/groupDiagrams.ts");
    setDiagram(await loadGroupDiagram(code));
  };
  /** Loads the diagram when the disclosure opens for the first time. */
  const open = (event: SyntheticEvent<HTMLDetailsElement>) => {
    // If the diagram cannot be loaded, the image stays.
    if (event.currentTarget.open && !diagram) load().catch(() => undefined);
  };
  const label = t("cultivar.lineageImage", { name });
  return (
    <details className="lineage-diagram" onToggle={open}>
      <summary>{t("cultivar.lineageOpen", { name })}</summary>
      {diagram ? (
        <CultivarPedigree diagram={diagram} cultivar={cultivar} label={label} />
      ) : (
        <img src={image.src} width={image.width} height={image.height} alt={label} loading="lazy" />
      )}
      <p>
        <a href={image.src}>{t("cultivar.lineageFull")}</a>
      </p>
    </details>
  );
}

/**
 * Renders a link to this cultivar in the diagram on the lineage's page; nothing for a lineage
 * without a diagram.
 */
function LineagePageLink({ lineage: { id: code, name, image }, cultivar }: LineageEntryProps) {
  const { t } = usePage();
  if (image === null) return null;
  return (
    <p className="lineage-page">
      <PageLink to="lineage" params={{ code }} suffix={`#${anchorOf(cultivar.id)}`}>
        {t("cultivar.lineagePage", { name })}
      </PageLink>
    </p>
  );
}

/** Renders the lineages of a record, each with the line of descent and the diagram. */
export function LineageEntries({ cultivar }: { readonly cultivar: CultivarView }) {
  const { language, t } = usePage();
  return (
    <section>
      <h2 className="cultivar-subhead">{t("cultivar.lineage")}</h2>
      <ul className="lineage-entries">
        {cultivar.lineageViews.map((lineage) => (
          <li key={lineage.id}>
            <h3>
              <LineageDot code={lineage.id} />
              <a href={`${pathFor("cultivars", language)}?lineage=${lineage.id}`}>{lineage.name}</a>
            </h3>
            <Descent lineage={lineage} cultivar={cultivar} />
            <LineagePageLink lineage={lineage} cultivar={cultivar} />
            <LineageDiagram lineage={lineage} cultivar={cultivar} />
          </li>
        ))}
      </ul>
    </section>
  );
}
