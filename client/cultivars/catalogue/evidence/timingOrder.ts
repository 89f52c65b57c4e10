/** The order in which a record's dates of bud break and picking are listed. */
interface Observed {
  readonly site: Readonly<Record<"en" | "ja", string>> | null;
  readonly years: Readonly<Record<"en" | "ja", string>> | null;
}

/** Returns the year of an observation; infinity, which sorts last, for averages and normal years. */
function yearOf({ years }: Observed): number {
  return /^\d{4}$/.test(years?.en ?? "") ? Number(years?.en) : Number.POSITIVE_INFINITY;
}

/**
 * Returns the observations place by place, in the order in which the places first occur; at each
 * place by year, with averages last.
 */
export function inTimingOrder<Row extends Observed>(rows: readonly Row[]): readonly Row[] {
  const sites = [...new Set(rows.map(({ site }) => site?.en))];
  return sites.flatMap((site) =>
    rows
      .filter((row) => row.site?.en === site)
      .sort((a, b) => (yearOf(a) < yearOf(b) ? -1 : Number(yearOf(a) > yearOf(b)))),
  );
}
