/** The complete pedigree as a list: each name with its parents and children, by generation. */
import type { DiagramNode } from "../../contracts/pedigree.ts";
import type { WholeDiagram, WholeEdge } from "../../contracts/overview/pedigree.ts";
import { nameIn } from "../../cultivars/pedigree/PedigreeName.tsx";
import { usePage } from "../../page/PageContext.ts";
import { PageLink } from "../../page/PageLink.tsx";
import { Phrases } from "../../page/text/Phrases.tsx";

/** Renders a name, as a link if it has a page. */
export function NodeName({ node }: { readonly node: DiagramNode }) {
  const { language } = usePage();
  const name = nameIn(node, language);
  if (node.id === null) return name;
  return (
    <PageLink to="cultivar" params={{ id: node.id }}>
      {name}
    </PageLink>
  );
}

interface KinProps {
  readonly diagram: WholeDiagram;
  readonly edges: readonly WholeEdge[];
  readonly side: "from" | "to";
}

/**
 * Renders parents (`side` "from") or children ("to") of a name, with notes on clones, unknown
 * generations between the two, and evidence.
 */
function Kin({ diagram, edges, side }: KinProps) {
  const { t } = usePage();
  if (edges.length === 0) return null;
  const label = t(side === "from" ? "pedigree.list.parents" : "pedigree.list.children");
  return (
    <div>
      <dt>{label}</dt>
      {edges.map((edge) => {
        const node = diagram.nodes[edge[side]];
        if (node === undefined) return null;
        const { evidence, isClone, role } = edge;
        const notes = [
          role === "indirect" ? t("pedigree.list.indirect") : "",
          isClone ? t("pedigree.list.clone") : "",
          evidence ? t(`pedigree.list.${evidence}`) : "",
        ].filter((note) => note !== "");
        return (
          <dd key={edge[side]}>
            <NodeName node={node} />
            {notes.map((note) => (
              <small key={note}> {note}</small>
            ))}
          </dd>
        );
      })}
    </div>
  );
}

/** Returns a text with its first letter in upper case, as it stands at the head of an entry. */
function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

interface EntryProps {
  readonly diagram: WholeDiagram;
  readonly index: number;
}

/** Renders a name with its parents and children. */
function Entry({ diagram, index }: EntryProps) {
  const { language, t } = usePage();
  const node = diagram.nodes[index];
  if (node === undefined) return null;
  const name = nameIn(node, language);
  const ofParents = diagram.edges.filter(({ to }) => to === index);
  const ofChildren = diagram.edges.filter(({ from }) => from === index);
  return (
    <li>
      <b>{node.id === null ? capitalised(name) : <NodeName node={node} />}</b>
      {node.id !== null && ofParents.length + ofChildren.length > 0 && (
        <PageLink to="pedigree" suffix={`?about=${node.id}`} className="whole-light" rel="nofollow">
          <span className="visually-hidden">{t("pedigree.list.light", { name })}</span>
        </PageLink>
      )}
      {ofParents.length + ofChildren.length > 0 && (
        <dl>
          <Kin diagram={diagram} edges={ofParents} side="from" />
          <Kin diagram={diagram} edges={ofChildren} side="to" />
        </dl>
      )}
    </li>
  );
}

/**
 * Renders all names of the pedigree by generation, those without a known relative last; it says in
 * words what the picture shows.
 */
export function GenerationList({ diagram }: { readonly diagram: WholeDiagram }) {
  const { t } = usePage();
  const { generations, nodes } = diagram;
  const indexes = [...nodes.keys()];
  const last = Math.max(0, ...generations);
  const parts = Array.from({ length: last + 1 }, (_, one) => ({
    title: t("pedigree.list.generation", { number: one + 1 }),
    members: indexes.filter((index) => generations[index] === one),
  }));
  const unconnected = {
    title: t("pedigree.unconnected"),
    members: indexes.slice(generations.length),
  };
  return (
    <section aria-labelledby="pedigree-list">
      <h2 id="pedigree-list">{t("pedigree.list.heading")}</h2>
      {[...parts, unconnected].map(({ title, members }) => (
        <section key={title} className="whole-generation">
          <h3>
            <Phrases text={title} />
          </h3>
          <ul>
            {members.map((index) => (
              <Entry key={index} diagram={diagram} index={index} />
            ))}
          </ul>
        </section>
      ))}
    </section>
  );
}
