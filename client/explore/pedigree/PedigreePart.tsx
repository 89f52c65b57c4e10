/** The complete pedigree: choice of names, the picture, and the list of the same. */
import { anchorOf } from "../../cultivars/pedigree/anchors.ts";
import type { Genealogy } from "../../contracts/genealogy.ts";
import type { WholeDiagram } from "../../contracts/overview/pedigree.ts";
import { searchCharacters } from "../../contracts/limits.generated.ts";
import { useRelationWords } from "../../cultivars/kinship/useRelationWords.ts";
import { nameIn } from "../../cultivars/pedigree/PedigreeName.tsx";
import { pathFor } from "../../language/paths.ts";
import { usePage, usePageData } from "../../page/PageContext.ts";
import { PageLink } from "../../page/PageLink.tsx";
import { Phrases } from "../../page/text/Phrases.tsx";
import { Button } from "../../ui/Button.tsx";
import { PictureExplorer } from "../lineage/PictureExplorer.tsx";
import { Overview } from "../overview/Overview.tsx";
import {
  type Choice,
  choiceOf,
  indexOf,
  lineBetween,
  litOf,
  reached,
  recordNodes,
  type Search,
} from "./choice.ts";
import { GenerationList, NodeName } from "./GenerationList.tsx";
import { PictureLegend, WholePicture } from "./WholePicture.tsx";
import "../../ui/FilterForm.css";
import "./Pedigree.css";

interface ChosenProps {
  readonly diagram: WholeDiagram;
  readonly genealogy: Genealogy;
  readonly choice: Choice;
}

interface NameFieldProps {
  readonly name: "about" | "to";
  readonly value: string;
}

/** Renders a field for the name of a record; the browser suggests the names of all records. */
function NameField({ name, value }: NameFieldProps) {
  const { t } = usePage();
  const id = `pedigree-${name}`;
  return (
    <div>
      <label htmlFor={id}>{t(`pedigree.choose.${name}`)}</label>
      <input
        id={id}
        name={name}
        type="text"
        list="pedigree-names"
        autoComplete="off"
        autoCapitalize="none"
        enterKeyHint="search"
        maxLength={searchCharacters}
        defaultValue={value}
        required={name === "about"}
      />
    </div>
  );
}

type NameFormProps = Pick<ChosenProps, "diagram"> & Pick<Search, "named">;

/** Renders the form that chooses one or two names. */
function NameForm({ diagram, named }: NameFormProps) {
  const { language, search, t } = usePage();
  const records = recordNodes(diagram);
  const query = new URLSearchParams(search);
  /** Returns the text of a field: the name of the record that it names, else what was typed. */
  const textOf = (field: "about" | "to") => {
    const node = named[field];
    return node ? nameIn(node, language) : (query.get(field) ?? "");
  };
  return (
    <form className="whole-form filter-form" action={pathFor("pedigree", language)}>
      <NameField name="about" value={textOf("about")} />
      <NameField name="to" value={textOf("to")} />
      <Button type="submit">{t("pedigree.choose.submit")}</Button>
      <datalist id="pedigree-names">
        {records.map((node) => (
          <option key={node.id} value={nameIn(node, language)}>
            {language === "ja" ? node.nameEn : node.nameJa}
          </option>
        ))}
      </datalist>
    </form>
  );
}

/** Renders the names of the address that no record has, with links to similar ones. */
function Unknown({ unknown }: Pick<Search, "unknown">) {
  const { language, t } = usePage();
  return unknown.map(({ name, near }) => (
    <p key={name} className="whole-names" role="status">
      {t(near.length > 0 ? "pedigree.choose.near" : "pedigree.choose.unknown", { name })}
      {near.map((node) => (
        <a key={node.id} href={`${pathFor("pedigree", language)}?about=${node.id}`} rel="nofollow">
          {nameIn(node, language)}
        </a>
      ))}
    </p>
  ));
}

interface NamesProps {
  readonly diagram: WholeDiagram;
  readonly label: string;
  readonly indexes: ReadonlySet<number>;
}

/** Renders a labelled list of names. */
function Names({ diagram, label, indexes }: NamesProps) {
  const { t } = usePage();
  const nodes = [...indexes].flatMap((index) => diagram.nodes[index] ?? []);
  return (
    <p className="whole-names">
      <b>{label}</b>
      {nodes.length === 0 && <span>{t("pedigree.chosen.none")}</span>}
      {nodes.map((node, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: native populations have one name and no id.
        <span key={place}>
          <NodeName node={node} />
        </span>
      ))}
    </p>
  );
}

/**
 * Renders the relation of the two chosen names in words, with a link to its page; doubtful parents
 * count only if there is no line without them.
 */
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

/**
 * Renders in words what is highlighted: ancestors and descendants of one record, or the relation of
 * two; nothing without a choice.
 */
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
        <a href={`#${anchorOf(about)}`}>{t("pedigree.chosen.show")}</a>
        <PageLink to="pedigree">{t("pedigree.chosen.clear")}</PageLink>
      </p>
    </section>
  );
}

/**
 * Renders the pedigree of all records, with the chosen names and their lines highlighted. The check
 * box needs no script: the style sheet hides doubtful lines while it is not checked.
 */
export default function PedigreePart() {
  const { search, t } = usePage();
  const { meta, diagram } = usePageData("pedigree");
  const genealogy = usePageData("genealogy");
  const { choice, named, unknown } = choiceOf(search, diagram);
  const label = t("pedigree.picture");
  return (
    <Overview
      title={meta.title}
      short={t("app.footer.pedigree")}
      lead={t("pedigree.lead")}
      parent="lineages"
    >
      <NameForm diagram={diagram} named={named} />
      <Unknown unknown={unknown} />
      <Chosen diagram={diagram} genealogy={genealogy} choice={choice} />
      <div className="whole-picture">
        <h2>
          <Phrases text={label} />
        </h2>
        <PictureLegend />
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
