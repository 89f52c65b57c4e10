/** Table of what a new member may write, step by step. */
import { establishedDays } from "../contracts/limits.generated.ts";
import { usePage } from "../page/PageContext.ts";
import { allowances } from "./allowances.generated.ts";
import "./AllowanceTable.css";

const columns = ["posts", "comments", "links"] as const;

/** Renders the table of allowances: one row for each step of `shared/limits.json`. */
export function AllowanceTable() {
  const { t } = usePage();
  const last = allowances.length - 1;
  return (
    <table className="allowance-table">
      <caption className="visually-hidden">{t("guidelines.allowances.caption")}</caption>
      <thead>
        <tr>
          <th scope="col">{t("guidelines.allowances.step")}</th>
          {columns.map((column) => (
            <th key={column} scope="col">
              {t(`guidelines.allowances.${column}`)}{" "}
              <small>{t(`guidelines.allowances.${column}Unit`)}</small>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {allowances.map((step, index) => (
          <tr key={step.days}>
            <th scope="row">
              {t(`guidelines.allowances.${nameOf(index, last)}`, {
                posts: step.publicPosts,
                days: step.days,
                established: establishedDays,
              })}
            </th>
            {columns.map((column) => (
              <td key={column}>{step[column] ?? t("guidelines.allowances.noLimit")}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/**
 * Returns the last word of the message key that names a step: the first, a later one, or the last.
 */
function nameOf(index: number, last: number) {
  if (index === 0) return "first";
  return index === last ? "established" : "later";
}
