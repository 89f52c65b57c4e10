/** The complete pedigree: choice of names, the picture, and the list of the same. */
import type { Genealogy } from "../../contracts/genealogy.ts";
import type { WholeDiagram } from "../../contracts/overview/pedigree.ts";
import { useRelationWords } from "../../cultivars/kinship/useRelationWords.ts";
import { pathFor } from "../../language/paths.ts";
import { usePage, usePageData } from "../../page/PageContext.ts";
import { PageLink } from "../../page/PageLink.tsx";
import { Button } from "../../ui/Button.tsx";
import { PictureExplorer } from "../lineage/PictureExplorer.tsx";
import { Overview } from "../overview/Overview.tsx";
import { type Choice, choiceOf, indexOf, lineBetween, litOf, reached } from "./choice.ts";
import { GenerationList, NodeName } from "./GenerationList.tsx";
import { WholeKey, WholePicture } from "./WholePicture.tsx";
import "../../ui/FilterForm.css";
import "./Pedigree.css";

interface ChosenProps {
  readonly diagram: WholeDiagram;
  readonly genealogy: Genealogy;
  readonly choice: Choice;
}

function NameSelect({
  name,
  names,
  value = "",
}: {
  readonly name: "about" | "to";
  readonly names: readonly (readonly [id: string, name: string])[];
  readonly value?: string | undefined;
}) {
  const { t } = usePage();
  const id = `pedigree-${name}`;
  return (
    <div>
      <label htmlFor={id}>{t(`pedigree.choose.${name}`)}</label>
      <select id={id} name={name} defaultValue={value} required={name === "about"}>
        <option value="" />
        {names.map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}

function ChoiceForm({ genealogy, choice: [about, to] }: Omit<ChosenProps, "diagram">) {
  const { language, t } = usePage();
  const names = Object.entries(genealogy)
    .map(([id, { name }]) => [id, name] as const)
    .sort(([, one], [, other]) => one.localeCompare(other, language));
  return (
    <form className="whole-form filter-form" action={pathFor("pedigree", language)}>
      <NameSelect name="about" names={names} value={about} />
      <NameSelect name="to" names={names} value={to} />
      <Button type="submit">{t("pedigree.choose.submit")}</Button>
    </form>
  );
}

interface NamesProps {
  readonly diagram: WholeDiagram;
  readonly label: string;
  readonly indexes: ReadonlySet<number>;
}

function Names({ diagram, label, indexes }: NamesProps) {
  const { t } = usePage();
  const nodes = [...indexes].flatMap((index) => diagram.nodes[index] ?? []);
  return (
    <p className="whole-names">
      <b>{label}</b>
      {nodes.length === 0 && <span>{t("pedigree.chosen.none")}</span>}
      {nodes.map((node) => (
        <span key={node.id ?? node.nameJa}>
          <NodeName node={node} />
        </span>
      ))}
    </p>
  );
}

function Relation({ genealogy, pair }: { genealogy: Genealogy; pair: readonly [string, string] }) {
  const { t } = usePage();
  const { answer } = useRelationWords({ genealogy, pair });
  const [a, b] = pair;
  return (
    <p>
      {answer(lineBetween(genealogy, pair))}{" "}
      <PageLink to="relation" params={{ a, b }} rel="nofollow">
        {t("pedigree.chosen.relation")}
      </PageLink>
    </p>
  );
}

/** What is lit, in words. */
function Chosen({ diagram, genealogy, choice: [about, to] }: ChosenProps) {
  const { t } = usePage();
  if (about === undefined) return null;
  const start = indexOf(diagram, about);
  const node = diagram.nodes[start];
  return (
    <section className="whole-chosen" aria-labelledby="pedigree-chosen">
      <h2 id="pedigree-chosen">{node && <NodeName node={node} />}</h2>
      {to === undefined ? (
        <>
          <Names
            diagram={diagram}
            label={t("pedigree.chosen.ancestors")}
            indexes={reached(diagram, start, "up")}
          />
          <Names
            diagram={diagram}
            label={t("pedigree.chosen.descendants")}
            indexes={reached(diagram, start, "down")}
          />
        </>
      ) : (
        <Relation genealogy={genealogy} pair={[about, to]} />
      )}
      <p className="whole-links">
        <a href={`#${about}`}>{t("pedigree.chosen.show")}</a>
        <PageLink to="pedigree">{t("pedigree.chosen.clear")}</PageLink>
      </p>
    </section>
  );
}

export default function PedigreePart() {
  const { search, t } = usePage();
  const { meta, diagram } = usePageData("pedigree");
  const genealogy = usePageData("genealogy");
  const choice = choiceOf(search, diagram);
  const label = t("pedigree.picture");
  return (
    <Overview
      title={meta.title}
      short={t("app.footer.pedigree")}
      lead={t("pedigree.lead")}
      parent="lineages"
    >
      <ChoiceForm genealogy={genealogy} choice={choice} />
      <Chosen diagram={diagram} genealogy={genealogy} choice={choice} />
      <div className="whole-picture">
        <h2>{label}</h2>
        <WholeKey />
        <label className="whole-switch">
          <input type="checkbox" defaultChecked /> {t("pedigree.doubt")}
        </label>
        <PictureExplorer>
          <WholePicture
            diagram={diagram}
            lit={litOf(diagram, genealogy, choice)}
            about={choice[0]}
            label={label}
          />
        </PictureExplorer>
      </div>
      <GenerationList diagram={diagram} />
    </Overview>
  );
}
