/** A relation in words, in the language of the page. */
import { listFormat } from "../../language/lists.ts";
import type { Genealogy } from "../../contracts/genealogy.ts";
import { entryOf } from "./ancestors.ts";
import { genotypeOf } from "./kinship.ts";
import type { Relation } from "./relation.ts";
import { usePage } from "../../page/PageContext.ts";

interface PairProps {
  readonly genealogy: Genealogy;
  readonly pair: readonly [string, string];
}

/**
 * Returns functions that write the names, the relation and the coefficient of a pair in the page's
 * language.
 */
export function useRelationWords({ genealogy, pair: [a, b] }: PairProps) {
  const { language, t } = usePage();
  const nameOf = (id: string) => entryOf(genealogy, id).name;
  const list = listFormat(language);
  /** Returns the names of records as one text. */
  const named = (ids: readonly string[]) => list.format(ids.map(nameOf));
  /** Joins sentences; Japanese has no space between them. */
  const joined = (sentences: readonly string[]) => sentences.join(language === "ja" ? "" : " ");
  /**
   * Returns the relation in one sentence. If that names the plant on which a mutation arose in
   * place of the mutation, a sentence before it says so.
   */
  const sentence = ({ name, subjects, generations, nearest }: Relation) => {
    const mutations = [a, b].filter((id) => !subjects.includes(id));
    const said = mutations.map((id) =>
      t("relation.mutation", {
        name: nameOf(id),
        origin: nameOf(genotypeOf(genealogy, id, "all")),
      }),
    );
    const [first, second] = subjects;
    const relation = t(`relation.name.${name}`, {
      a: nameOf(first),
      b: nameOf(second),
      names: named(nearest),
      generations,
    });
    return joined([...said, relation]);
  };
  /** Returns the relation in words, and in a last sentence the common ancestors on other sides. */
  const answer = (relation: Relation) => {
    const { besides } = relation;
    const also = besides.length > 0 ? [t("relation.also", { names: named(besides) })] : [];
    return joined([sentence(relation), ...also]);
  };
  /**
   * Returns the coefficient of relationship with at most three decimals; with a note, or as a note
   * alone, where lines with an unknown number of generations would change it.
   */
  const coefficient = ({ coefficient: number, isComplete }: Relation) => {
    const value = new Intl.NumberFormat(language, { maximumFractionDigits: 3 }).format(number);
    if (isComplete) return value;
    return number > 0 ? t("relation.coefficient.part", { value }) : t("relation.coefficient.open");
  };
  return { nameOf, sentence, answer, coefficient };
}

/**
 * Returns the sentence and the coefficient of `other`, the relation of the same pair with other
 * parents counted; null if both say the same as those of `relation`.
 */
export function changedWords(
  { sentence, coefficient }: Pick<ReturnType<typeof useRelationWords>, "sentence" | "coefficient">,
  { other, relation }: { readonly other: Relation; readonly relation: Relation },
) {
  const changed = { sentence: sentence(other), value: coefficient(other) };
  const isSame = changed.sentence === sentence(relation) && changed.value === coefficient(relation);
  return isSame ? null : changed;
}
