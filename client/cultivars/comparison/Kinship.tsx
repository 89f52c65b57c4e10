/** How the records of a comparison are related, pair by pair, and their common ancestors. */
import { pathFor } from "../../language/paths.ts";
import { usePage, usePageData } from "../../page/PageContext.ts";
import { nearestCommonAncestorsOf, entryOf } from "../kinship/ancestors.ts";
import { linesToPopulation } from "../kinship/populations.ts";
import { relationOf } from "../kinship/relation.ts";
import { useRelationWords } from "../kinship/useRelationWords.ts";

interface PairProps {
  readonly pair: readonly [string, string];
}

/**
 * Renders the relation of one pair of records in a sentence, with a link to the page of that
 * relation.
 */
function Pair({ pair }: PairProps) {
  const { language, t } = usePage();
  const genealogy = usePageData("genealogy");
  const { sentence, coefficient } = useRelationWords({ genealogy, pair });
  const relation = relationOf(genealogy, pair, "recorded");
  const [a, b] = pair;
  return (
    <li>
      {sentence(relation)}{" "}
      <a href={pathFor("relation", language, { a, b })} rel="nofollow">
        {t("relation.coefficient.label")} {coefficient(relation)}
      </a>
    </li>
  );
}

interface KinshipProps {
  readonly ids: readonly string[];
}

/**
 * Renders the nearest common ancestors of all compared records; one of these can itself be the
 * ancestor, or the native population, of the others.
 */
function CommonAncestors({ ids }: KinshipProps) {
  const { language, t } = usePage();
  const genealogy = usePageData("genealogy");
  const populations = ids.filter((population) =>
    ids.every(
      (id) =>
        id === population || linesToPopulation(genealogy, [id, population], "recorded").length > 0,
    ),
  );
  const shared = [...nearestCommonAncestorsOf(genealogy, ids, "recorded"), ...populations];
  const list = new Intl.ListFormat(language, { type: "conjunction" });
  const named = (found: readonly string[]) =>
    list.format(found.map((id) => entryOf(genealogy, id).name));
  const within = shared.filter((id) => ids.includes(id));
  const before = shared.filter((id) => !ids.includes(id));
  if (shared.length === 0) return <p>{t("comparison.kinship.none")}</p>;
  return (
    <>
      {within.length > 0 && <p>{t("comparison.kinship.within", { names: named(within) })}</p>}
      {before.length > 0 && <p>{t("comparison.kinship.shared", { names: named(before) })}</p>}
    </>
  );
}

/** Renders the relations of all pairs, and the common ancestors of three or more records. */
export function Kinship({ ids }: KinshipProps) {
  const { t } = usePage();
  const pairs = ids.flatMap((a, place) => ids.slice(place + 1).map((b) => [a, b] as const));
  return (
    <section className="cultivar-section">
      <h2>{t("comparison.kinship.heading")}</h2>
      {ids.length > 2 && <CommonAncestors ids={ids} />}
      <ul className="comparison-pairs">
        {pairs.map((pair) => (
          <Pair key={pair.join(" ")} pair={pair} />
        ))}
      </ul>
      <p className="claim-key">{t("relation.coefficient.basis")}</p>
    </section>
  );
}
