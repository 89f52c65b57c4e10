/** How two records are related: in words, as a line, by common ancestors and by a coefficient. */
import type { CountedEdges, Genealogy } from "../contracts/genealogy.ts";
import { WholeNames } from "../page/text/WholeNames.tsx";
import { relationOf, type Relation } from "../cultivars/kinship/relation.ts";
import { hasDoubt } from "../cultivars/kinship/doubt.ts";
import { pathFor } from "../language/paths.ts";
import { PageHead, PageStatus } from "../page/PageHead.tsx";
import { usePage, usePageData } from "../page/PageContext.ts";
import { PageLink } from "../page/PageLink.tsx";
import { Panel } from "../ui/Panel.tsx";
import { PairForm } from "./PairForm.tsx";
import { PlantName, RelationLine } from "./RelationLine.tsx";
import { ScrollBox } from "./ScrollBox.tsx";
import { changedWords, useRelationWords } from "../cultivars/kinship/useRelationWords.ts";
import "../page/Breadcrumb.css";
import "../page/text/Phrases.css";
import "./Relation.css";

interface PairProps {
  readonly genealogy: Genealogy;
  readonly pair: readonly [string, string];
}

interface RelationProps extends PairProps {
  readonly counted: CountedEdges;
  readonly relation: Relation;
}

/**
 * Renders the relation in words, and the coefficient of relationship unless both are one record.
 */
function Answer({ relation, ...props }: RelationProps) {
  const { t } = usePage();
  const { answer, coefficient, nameOf } = useRelationWords(props);
  const isOfPopulation = props.pair.some((id) => props.genealogy[id]?.isPopulation);
  const why = isOfPopulation ? "population" : "why";
  const named = [...props.pair, ...relation.nearest, ...relation.besides].map(nameOf);
  return (
    <>
      <p className="relation-answer">
        <WholeNames text={answer(relation)} names={named} />
      </p>
      {relation.name !== "same" && (
        <p className="relation-coefficient">
          <span>{t("relation.coefficient.label")}</span> <b>{coefficient(relation)}</b>{" "}
          <small>
            {!relation.isComplete && <>{t(`relation.coefficient.${why}`)} </>}
            {t("relation.coefficient.basis")}
          </small>
        </p>
      )}
    </>
  );
}

/**
 * Renders the table of common ancestors with their generations from each of the pair; nothing
 * without any, or if both are one record.
 */
function Ancestors({ relation, ...props }: RelationProps) {
  const { t } = usePage();
  const { nameOf } = useRelationWords(props);
  if (relation.ancestors.length === 0 || relation.name === "same") return null;
  /** Returns a number of generations; a text for 0, which is the record itself, and for null. */
  const generations = (count: number | null) => {
    if (count === null) return t("relation.ancestors.open");
    return count === 0 ? t("relation.ancestors.self") : count;
  };
  return (
    <section className="relation-section">
      <h2 id="ancestors">{t("relation.ancestors.heading")}</h2>
      <ScrollBox className="relation-scroll" labelledBy="ancestors">
        <table className="relation-ancestors">
          <thead>
            <tr>
              <th scope="col">{t("relation.ancestors.name")}</th>
              {props.pair.map((id) => (
                <th key={id} scope="col">
                  <WholeNames
                    text={t("relation.ancestors.from", { name: nameOf(id) })}
                    names={[nameOf(id)]}
                  />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {relation.ancestors.map(({ id, generations: [left, right] }) => (
              <tr key={id}>
                <th scope="row">
                  <PlantName genealogy={props.genealogy} id={id} />
                </th>
                <td>{generations(left)}</td>
                <td>{generations(right)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </section>
  );
}

/**
 * Renders whether doubtful parents are counted here, what the result is otherwise, and a link to
 * it; nothing without doubtful parents.
 */
function Doubt({ genealogy, pair, counted, relation }: RelationProps) {
  const { language, t } = usePage();
  const words = useRelationWords({ genealogy, pair });
  if (!hasDoubt(genealogy, pair)) return null;
  const isAll = counted === "all";
  const changed = changedWords(words, {
    other: relationOf(genealogy, pair, isAll ? "recorded" : "all"),
    relation,
  });
  const change = isAll ? "relation.doubtful.without" : "relation.doubtful.changed";
  const [a, b] = pair;
  const address = pathFor("relation", language, { a, b });
  return (
    <section className="relation-section">
      <h2>{t("relation.doubtful.heading")}</h2>
      <p>
        {t(isAll ? "relation.doubtful.counted" : "relation.doubtful.uncounted")}
        {language === "en" && " "}
        {changed ? t(change, changed) : t("relation.doubtful.unchanged")}
      </p>
      <p>
        <a href={isAll ? address : `${address}?parents=all`} rel="nofollow">
          {t(isAll ? "relation.doubtful.recorded" : "relation.doubtful.all")}
        </a>
      </p>
    </section>
  );
}

/** Renders the explanation of how relations are computed. */
function Method() {
  const { t } = usePage();
  return (
    <details className="relation-method">
      <summary>{t("relation.method.heading")}</summary>
      <p>{t("relation.method.kinship")}</p>
      <p>{t("relation.method.founders")}</p>
      <p>{t("relation.method.clones")}</p>
      <p>{t("relation.method.line")}</p>
    </details>
  );
}

/** Renders the page of a pair of known records; `?parents=all` counts doubtful parents. */
function Related({ genealogy, pair }: PairProps) {
  const { search, t } = usePage();
  const { nameOf } = useRelationWords({ genealogy, pair });
  const counted = new URLSearchParams(search).get("parents") === "all" ? "all" : "recorded";
  const relation = relationOf(genealogy, pair, counted);
  const props = { genealogy, pair, counted, relation } as const;
  const names = { a: nameOf(pair[0]), b: nameOf(pair[1]) };
  return (
    <article className="relation">
      <PageHead
        title={t("relation.meta.title", names)}
        description={t("relation.meta.description", names)}
      />
      <nav className="breadcrumb" aria-label={t("relation.trail")}>
        <ol>
          <li>
            <PageLink to="home">{t("app.home")}</PageLink>
          </li>
          <li>
            <PageLink to="relations">{t("relation.short")}</PageLink>
          </li>
          <li aria-current="page">{`${names.a} – ${names.b}`}</li>
        </ol>
      </nav>
      <h1 className="phrases">
        <WholeNames text={t("relation.meta.title", names)} names={Object.values(names)} />
      </h1>
      <Answer {...props} />
      <RelationLine {...props} />
      {relation.steps.length > 0 && (
        <p>
          <PageLink to="pedigree" suffix={`?about=${pair[0]}&to=${pair[1]}`} rel="nofollow">
            {t("relation.line.pedigree")}
          </PageLink>
        </p>
      )}
      <Ancestors {...props} />
      <Doubt {...props} />
      <Method />
      <section className="relation-section">
        <h2>{t("relation.choose.another")}</h2>
        <PairForm genealogy={genealogy} pair={pair} />
      </section>
    </article>
  );
}

/** Renders the page of a pair with an unknown record, with status 404. */
function UnknownPair() {
  const { t } = usePage();
  return (
    <>
      <PageHead
        title={t("relation.unknown.title")}
        description={t("relation.unknown.body")}
        missing
      />
      <PageStatus code={404} />
      <Panel title={t("relation.unknown.title")}>
        <p>{t("relation.unknown.body")}</p>
        <p className="panel-actions">
          <PageLink to="relations" className="button">
            {t("relation.unknown.choose")}
          </PageLink>
        </p>
      </Panel>
    </>
  );
}

/** Renders how two records are related, or a page with status 404 if one of them is unknown. */
export default function RelationPage() {
  const { params } = usePage();
  const pair = usePageData("pair", params);
  const genealogy = usePageData("genealogy");
  return pair ? <Related genealogy={genealogy} pair={[pair.a, pair.b]} /> : <UnknownPair />;
}
