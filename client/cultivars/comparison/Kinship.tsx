/** How the records of a comparison are related, pair by pair, and their common ancestors. */
import { listFormat } from "../../language/lists.ts";
import { pathFor } from "../../language/paths.ts";
import { usePage, usePageData } from "../../page/PageContext.ts";
import type { CountedEdges } from "../../contracts/genealogy.ts";
import { nearestCommonAncestorsOf, entryOf } from "../kinship/ancestors.ts";
import { hasDoubt } from "../kinship/doubt.ts";
import { linesToPopulation } from "../kinship/populations.ts";
import { relationOf } from "../kinship/relation.ts";
import { changedWords, useRelationWords } from "../kinship/useRelationWords.ts";

interface PairProps {
  readonly pair: readonly [string, string];
}

/**
 * Renders the relation of one pair of records in a sentence, with a link to the page of that
 * relation, and the relation with doubtful parents where they change it.
 */
function Pair({ pair }: PairProps) {
  const { language, t } = usePage();
  const genealogy = usePageData("genealogy");
  const words = useRelationWords({ genealogy, pair });
  const { sentence, coefficient } = words;
  const relation = relationOf(genealogy, pair, "recorded");
  const changed = changedWords(words, { other: relationOf(genealogy, pair, "all"), relation });
  const [a, b] = pair;
  return (
    <li>
      {sentence(relation)}{" "}
      <a href={pathFor("relation", language, { a, b })} rel="nofollow">
        {t("relation.coefficient.label")} {coefficient(relation)}
      </a>
      {changed && <p>{t("relation.doubtful.changed", changed)}</p>}
    </li>
  );
}

interface KinshipProps {
  readonly ids: readonly string[];
}

/**
 * Returns a function that names the nearest common ancestors of all compared records in sentences;
 * one of these can itself be the ancestor, or the native population, of the others.
 */
function useCommonAncestors({ ids }: KinshipProps) {
  const { language, t } = usePage();
  const genealogy = usePageData("genealogy");
  const list = listFormat(language);
  const named = (found: readonly string[]) =>
    list.format(found.map((id) => entryOf(genealogy, id).name));
  return (counted: CountedEdges): readonly string[] => {
    const populations = ids.filter((population) =>
      ids.every(
        (id) =>
          id === population || linesToPopulation(genealogy, [id, population], counted).length > 0,
      ),
    );
    const shared = [...nearestCommonAncestorsOf(genealogy, ids, counted), ...populations];
    const within = shared.filter((id) => ids.includes(id));
    const before = shared.filter((id) => !ids.includes(id));
    if (shared.length === 0) return [t("comparison.kinship.none")];
    return [
      ...(within.length > 0 ? [t("comparison.kinship.within", { names: named(within) })] : []),
      ...(before.length > 0 ? [t("comparison.kinship.shared", { names: named(before) })] : []),
    ];
  };
}

/** Renders the common ancestors of all records, also with doubtful parents where they change it. */
function CommonAncestors({ ids }: KinshipProps) {
  const { language, t } = usePage();
  const sentencesOf = useCommonAncestors({ ids });
  const recorded = sentencesOf("recorded");
  const all = sentencesOf("all").join(language === "en" ? " " : "");
  const isChanged = all !== recorded.join(language === "en" ? " " : "");
  return (
    <>
      {recorded.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {isChanged && <p>{t("comparison.kinship.counted", { sentence: all })}</p>}
    </>
  );
}

/**
 * Renders the relations of all pairs, and the common ancestors of three or more records; says that
 * doubtful parents are not counted if a record or an ancestor has such a parent.
 */
export function Kinship({ ids }: KinshipProps) {
  const { t } = usePage();
  const genealogy = usePageData("genealogy");
  const pairs = ids.flatMap((a, place) => ids.slice(place + 1).map((b) => [a, b] as const));
  return (
    <section className="cultivar-section">
      <h2>{t("comparison.kinship.heading")}</h2>
      {pairs.some((pair) => hasDoubt(genealogy, pair)) && <p>{t("relation.doubtful.uncounted")}</p>}
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
