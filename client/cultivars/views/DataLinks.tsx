/** Links to the open data of the records that the list shows. */
import { usePage } from "../../page/PageContext.ts";

interface DataLinksProps {
  /** None for the whole catalogue. */
  readonly ids: readonly string[];
}

/** Renders links to the open data of these records; without ids, to that of the whole catalogue. */
export function DataLinks({ ids }: DataLinksProps) {
  const { t } = usePage();
  const query = ids.length > 0 ? `?ids=${ids.join()}` : "";
  return (
    <p className="result-data">
      {t("resultViews.data")}{" "}
      {(["csv", "json"] as const).map((form) => (
        <a key={form} href={`/data/v1/cultivars.${form}${query}`} rel="nofollow" download>
          {form.toUpperCase()}
        </a>
      ))}
    </p>
  );
}
