/** A relation in words, in the language of the page. */
import type { Genealogy } from "../../contracts/genealogy.ts";
import { entryOf } from "./ancestors.ts";
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
  const list = new Intl.ListFormat(language, { type: "conjunction" });
  /** Returns the names of records as one text. */
  const named = (ids: readonly string[]) => list.format(ids.map(nameOf));
  /** Returns the relation in one sentence. */
  const sentence = ({ name, generations, nearest }: Relation) =>
    t(`relation.name.${name}`, {
      a: nameOf(a),
      b: nameOf(b),
      names: named(nearest),
      generations,
    });
  /**
   * Returns the relation in one sentence, and in a second one the common ancestors on other sides.
   * Japanese has no space between sentences.
   */
  const answer = (relation: Relation) => {
    const { besides } = relation;
    const also = besides.length > 0 ? t("relation.also", { names: named(besides) }) : "";
    return [sentence(relation), also].join(language === "ja" ? "" : " ");
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
