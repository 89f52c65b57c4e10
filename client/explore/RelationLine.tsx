/** The shortest line between two records: drawn up to the common ancestor and down again, and as sentences. */
import type { Genealogy } from "../contracts/genealogy.ts";
import { entryOf } from "../cultivars/kinship/ancestors.ts";
import type { Step } from "../cultivars/kinship/lines.ts";
import type { Relation } from "../cultivars/kinship/relation.ts";
import { usePage } from "../page/PageContext.ts";
import { PageLink } from "../page/PageLink.tsx";
import { useRelationWords } from "../cultivars/kinship/useRelationWords.ts";

interface LineProps {
  readonly genealogy: Genealogy;
  readonly pair: readonly [string, string];
  readonly relation: Relation;
}

interface SideProps extends LineProps {
  /** Ids from below the common ancestor, which is left out, down to one of the two records. */
  readonly ids: readonly string[];
}

/** Renders a plant's name, as a link if it has a record. */
export function PlantName({
  genealogy,
  id,
}: Pick<LineProps, "genealogy"> & { readonly id: string }) {
  const { name, unrecorded } = entryOf(genealogy, id);
  if (unrecorded !== undefined) return name;
  return (
    <PageLink to="cultivar" params={{ id }}>
      {name}
    </PageLink>
  );
}

/** Renders the name of a plant on the line, with its year. */
function Name({ id, ...props }: LineProps & { readonly id: string }) {
  const { year } = entryOf(props.genealogy, id);
  return (
    <span className="relation-name" data-end={props.pair.includes(id)}>
      <PlantName genealogy={props.genealogy} id={id} />
      {year && <small>{year}</small>}
    </span>
  );
}

/**
 * Renders the records on one side of the line, from the ancestor down; a note says where a record's
 * parent on the line is doubtful, or generations between the two are unknown.
 */
function Side({ ids, ...props }: SideProps) {
  const { t } = usePage();
  const { steps } = props.relation;
  return (
    <div className="relation-side">
      {ids.map((id) => {
        const step = steps.find(({ from }) => from === id);
        const support = step?.support ?? "recorded";
        return (
          <div key={id} className="relation-step" data-support={support}>
            {support !== "recorded" && <small>{t(`relation.line.${support}`)}</small>}
            {step?.indirect && <small>{t("relation.line.open")}</small>}
            <Name {...props} id={id} />
          </div>
        );
      })}
    </div>
  );
}

/**
 * Returns the kind of a step, which names its message: "indirect" over unknown generations,
 * "selection" from a native population, "clone" from a mutation to its plant, else "step".
 */
function kindOf(genealogy: Genealogy, { from, to, indirect }: Step) {
  if (indirect) return "indirect";
  if (entryOf(genealogy, to).isPopulation) return "selection";
  const { parents } = entryOf(genealogy, from);
  return parents.some(({ id, clone }) => id === to && clone) ? "clone" : "step";
}

/**
 * Renders the shortest line between two records, as a drawing and each step in a sentence; nothing
 * without a line.
 */
export function RelationLine(props: LineProps) {
  const { t } = usePage();
  const { genealogy, pair, relation } = props;
  const { nameOf } = useRelationWords(props);
  const [turn] = relation.down;
  if (turn === undefined || relation.steps.length === 0) return null;
  const left = relation.up.slice(0, -1).reverse();
  const right = relation.down.slice(1);
  const sides = [left, right].filter((ids) => ids.length > 0);
  const drawing = t("relation.line.drawing", { a: nameOf(pair[0]), b: nameOf(pair[1]) });
  return (
    <section className="relation-section">
      <h2>{t("relation.line.heading")}</h2>
      {/* biome-ignore lint/a11y/useSemanticElements: a drawing made of links is no fieldset. */}
      <div className="relation-drawing" role="group" aria-label={drawing}>
        <Name {...props} id={turn} />
        <div className="relation-sides" data-sides={sides.length}>
          {sides.map((ids) => (
            <Side key={ids.join(" ")} {...props} ids={ids} />
          ))}
        </div>
      </div>
      <ol className="relation-steps">
        {relation.steps.map((step) => {
          const said = t(`relation.line.${kindOf(genealogy, step)}`, {
            child: nameOf(step.from),
            parent: nameOf(step.to),
          });
          return (
            <li key={step.from + step.to}>
              {step.support === "recorded"
                ? said
                : t(`relation.line.doubt.${step.support}`, { said })}
            </li>
          );
        })}
      </ol>
    </section>
  );
}
