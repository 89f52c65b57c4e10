/** A form that names two records; its address redirects to the page of the two. */
import type { Genealogy } from "../contracts/genealogy.ts";
import { pathFor } from "../language/paths.ts";
import { usePage } from "../page/PageContext.ts";
import { Button } from "../ui/Button.tsx";
import "../ui/FilterForm.css";

interface PairFormProps {
  readonly genealogy: Genealogy;
  /** The records that are chosen, at most two; empty texts where none is. */
  readonly pair: readonly string[];
}

interface PairSelectProps {
  readonly name: "a" | "b";
  readonly label: string;
  readonly value: string;
  readonly names: readonly (readonly [id: string, name: string])[];
}

/** Renders the select field of one record of the pair. */
function PairSelect({ name, label, value, names }: PairSelectProps) {
  return (
    <div>
      <label htmlFor={name}>{label}</label>
      <select id={name} name={name} defaultValue={value} required>
        <option value="">–</option>
        {names.map(([id, text]) => (
          <option key={id} value={id}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}

/**
 * Renders a form with two select fields of all records; the host redirects to the page of the pair.
 */
export function PairForm({ genealogy, pair }: PairFormProps) {
  const { language, t } = usePage();
  // The genealogy is stored in reading order.
  const names = Object.entries(genealogy)
    .filter(([, { unrecorded }]) => unrecorded === undefined)
    .map(([id, entry]) => [id, entry.name] as const);
  const [a = "", b = ""] = pair;
  return (
    <form className="relation-form filter-form" action={pathFor("relations", language)}>
      <PairSelect name="a" label={t("relation.choose.first")} value={a} names={names} />
      <PairSelect name="b" label={t("relation.choose.second")} value={b} names={names} />
      <Button type="submit">{t("relation.choose.submit")}</Button>
    </form>
  );
}
