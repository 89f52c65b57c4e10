/** Choice of two records whose relation is shown. */
import { pathFor } from "../language/paths.ts";
import { useQuery } from "../page/address.ts";
import { PageHead } from "../page/PageHead.tsx";
import { usePage, usePageData } from "../page/PageContext.ts";
import { Phrases } from "../page/text/Phrases.tsx";
import { PairForm } from "./PairForm.tsx";
import "./Relation.css";

const examples = [
  ["seimei", "saemidori"],
  ["kirari-31", "haruto-34"],
  ["benifuki", "okumidori"],
] as const;

/**
 * Renders the form to choose two records, with examples. `?a=` and `?b=` in the address choose
 * them; a notice names an id that no record has.
 */
export default function RelationsPage() {
  const { language, t } = usePage();
  const genealogy = usePageData("genealogy");
  const query = useQuery();
  const named = ["a", "b"].map((field) => query.get(field) ?? "");
  const isKnown = (id: string) =>
    Object.hasOwn(genealogy, id) && genealogy[id]?.unrecorded === undefined;
  return (
    <article className="relation">
      <PageHead title={t("relation.choose.title")} description={t("relation.choose.description")} />
      <h1>
        <Phrases text={t("relation.choose.title")} />
      </h1>
      <p className="relation-lead">{t("relation.choose.lead")}</p>
      {[...new Set(named)]
        .filter((id) => id !== "" && !isKnown(id))
        .map((name) => (
          <p key={name} role="status">
            {t("relation.choose.unknown", { name })}
          </p>
        ))}
      <PairForm genealogy={genealogy} pair={named.map((id) => (isKnown(id) ? id : ""))} />
      <h2>{t("relation.choose.examples")}</h2>
      <ul className="relation-examples">
        {examples.map(([a, b]) => (
          <li key={a}>
            <a href={pathFor("relation", language, { a, b })} rel="nofollow">
              {t("relation.meta.title", {
                a: genealogy[a]?.name ?? a,
                b: genealogy[b]?.name ?? b,
              })}
            </a>
          </li>
        ))}
      </ul>
    </article>
  );
}
