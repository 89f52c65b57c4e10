/** Choice of the records of a comparison: a form, and records that suit those chosen. */
import type { ComparedRecord } from "../../contracts/cultivar.ts";
import { comparedRecords } from "../../contracts/limits.generated.ts";
import { spaceAfterSign } from "../../language/facts.ts";
import { pathFor } from "../../language/paths.ts";
import { usePage, usePageData } from "../../page/PageContext.ts";
import { Button } from "../../ui/Button.tsx";
import { comparePath } from "./ids.ts";
import "../../ui/FilterForm.css";

interface ChoiceProps {
  readonly records: readonly ComparedRecord[];
}

const examples = [
  ["saemidori", "okumidori", "seimei"],
  ["yabukita", "asatsuyu", "saemidori"],
  ["benihomare", "benifuki"],
] as const;

/**
 * Returns a function that names a record, and all records as options of a select field, in reading
 * order.
 */
function useNames() {
  const names = usePageData("cultivarNames");
  const nameOf = (id: string) => names[id]?.name ?? id;
  // The names are stored in reading order.
  const options = Object.keys(names).map((id) => [id, nameOf(id)] as const);
  return { nameOf, options };
}

const fields = ["a", "b", "c", "d"] as const;
/** Records that an empty form asks for. */
const askedFirst = 3;

/**
 * Returns the message key of a field's label: the first two records are required, further ones are
 * optional.
 */
function labelOf(position: number) {
  if (position === 0) return "comparison.form.first";
  return position === 1 ? "comparison.form.next" : "comparison.form.more";
}

/**
 * Renders select fields for the records to add: as many as are missing to three records, of which
 * two are required, or one for a comparison, which has at least two.
 */
function Fields({ records }: ChoiceProps) {
  const { t } = usePage();
  const { options } = useNames();
  const chosen = records.map(({ cultivar }) => cultivar.id);
  const count = chosen.length > 1 ? 1 : askedFirst - chosen.length;
  return fields.slice(0, count).map((field, place) => (
    <div key={field}>
      <label htmlFor={field}>{t(labelOf(chosen.length + place))}</label>
      <select
        id={field}
        name={field}
        required={chosen.length + place < 2 || count === 1}
        defaultValue=""
      >
        <option value="">–</option>
        {options
          .filter(([id]) => !chosen.includes(id))
          .map(([id, name]) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
      </select>
    </div>
  ));
}

/** Returns the ids of at most six records that are similar to one of those chosen. */
function suggestionsFor(records: readonly ComparedRecord[]): readonly string[] {
  const chosen = records.map(({ cultivar }) => cultivar.id);
  const similar = records.flatMap(({ cultivar }) => cultivar.similar?.neighbours ?? []);
  return [...new Set(similar.map(({ id }) => id))].filter((id) => !chosen.includes(id)).slice(0, 6);
}

interface LinksProps {
  readonly label: string;
  readonly choices: readonly (readonly string[])[];
  /** Only the last record of each choice is new. */
  readonly areAdditions?: boolean;
}

/** Renders links to comparisons; each of the choices is one comparison. */
function ChoiceLinks({ label, choices, areAdditions = false }: LinksProps) {
  const { language, t } = usePage();
  const { nameOf } = useNames();
  const separator = language === "ja" ? "、" : ", ";
  if (choices.length === 0) return null;
  return (
    <p className="comparison-links">
      {label + spaceAfterSign(language)}
      {choices.map((ids) => (
        <a key={ids.join()} href={comparePath(language, ids)} rel="nofollow">
          {areAdditions
            ? t("comparison.form.plus", { name: nameOf(ids.at(-1) ?? "") })
            : ids.map(nameOf).join(separator)}
        </a>
      ))}
    </p>
  );
}

/**
 * Renders the form that chooses or adds records, with suggestions; nothing when the comparison is
 * full.
 */
export function ChoiceForm({ records }: ChoiceProps) {
  const { language, t } = usePage();
  const chosen = records.map(({ cultivar }) => cultivar.id);
  if (chosen.length === comparedRecords) return null;
  const [first] = records;
  const isForm = chosen.length < 2;
  const name = first && (language === "ja" ? first.cultivar.nameJa : first.cultivar.nameEn);
  const lead = name === undefined ? t("comparison.form.lead") : t("comparison.form.one", { name });
  return (
    <section className="comparison-choose">
      {isForm ? <p>{lead}</p> : <h2>{t("comparison.form.heading")}</h2>}
      <form className="filter-form" action={pathFor("compare", language)}>
        {chosen.length > 0 && <input type="hidden" name="ids" value={chosen.join(",")} />}
        <Fields records={records} />
        <Button type="submit">
          {t(isForm ? "comparison.form.submit" : "comparison.form.add")}
        </Button>
      </form>
      <ChoiceLinks
        label={t("comparison.form.similar")}
        choices={suggestionsFor(records).map((id) => [...chosen, id])}
        areAdditions
      />
      {chosen.length === 0 && (
        <ChoiceLinks label={t("comparison.form.examples")} choices={examples} />
      )}
    </section>
  );
}
