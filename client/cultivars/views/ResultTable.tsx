/** A compact table of results; the links of its head sort it. */
import type { IndexEntry, Named } from "../../contracts/cultivar.ts";
import { harvestsOf } from "../search/harvest.ts";
import { writtenIn } from "../../contracts/language.ts";
import { pathFor } from "../../language/paths.ts";
import { usePage } from "../../page/PageContext.ts";
import { PageLink } from "../../page/PageLink.tsx";
import { harvestText } from "../catalogue/HarvestLine.tsx";
import { type CatalogueState, queryOf } from "../search/catalogueSearch.ts";
import "./ResultTable.css";

type Sort = CatalogueState["sort"];

interface HeadProps {
  readonly state: CatalogueState;
  readonly column: "name" | "days" | "year";
  /** The order that a press leads to. */
  readonly sort: Sort;
  readonly order: "ascending" | "descending" | undefined;
}

/**
 * Renders the head of a column as a link that sorts by it; `order` is the present order of the
 * column.
 */
function SortedHead({ state, column, sort, order }: HeadProps) {
  const { language, t } = usePage();
  return (
    <th scope="col" {...(order && { "aria-sort": order })}>
      <a
        id={`sort-${column}`}
        href={pathFor("cultivars", language) + queryOf({ ...state, page: 1, sort })}
        rel="nofollow"
      >
        {t(`resultViews.column.${column}`)}
        {order && <span aria-hidden="true">{order === "ascending" ? " ▲" : " ▼"}</span>}
      </a>
    </th>
  );
}

/** Renders the heads of all columns; name, days and year are links that sort. */
function Head({ state }: { readonly state: CatalogueState }) {
  const { t } = usePage();
  const { sort, search } = state;
  const isNamed = sort === "" && search === "";
  const days = {
    earliest: "ascending",
    latest: "descending",
    newest: undefined,
    written: undefined,
    "": undefined,
  } as const;
  return (
    <thead>
      <tr>
        <SortedHead state={state} column="name" sort="" order={isNamed ? "ascending" : undefined} />
        <SortedHead
          state={state}
          column="days"
          sort={sort === "earliest" ? "latest" : "earliest"}
          order={days[sort]}
        />
        <SortedHead
          state={state}
          column="year"
          sort="newest"
          order={sort === "newest" ? "descending" : undefined}
        />
        <th scope="col">{t("cultivars.filters.origin")}</th>
        <th scope="col">{t("cultivars.filters.suitableFor")}</th>
        <th scope="col">{t("cultivars.filters.lineage")}</th>
      </tr>
    </thead>
  );
}

/** Renders one record of the table. */
function Row({ entry }: { readonly entry: IndexEntry }) {
  const { language, t } = usePage();
  const { id, nameJa, nameEn, origin, uses, lineages, year, kind } = entry;
  const [name, other] = language === "ja" ? [nameJa, nameEn] : [nameEn, nameJa];
  const comma = language === "ja" ? "、" : ", ";
  /** Returns the names of values as one text. */
  const names = (values: readonly Named[]) => values.map((one) => one.name).join(comma);
  const place = [kind?.name, origin?.name].filter(Boolean).join(comma);
  return (
    <tr>
      <th scope="row">
        <PageLink to="cultivar" params={{ id }}>
          {name}
        </PageLink>{" "}
        {other !== name && (
          <small className="result-other" lang={writtenIn(other)}>
            {other}
          </small>
        )}
        <small className="result-narrow">{[place, names(uses)].filter(Boolean).join(" / ")}</small>
      </th>
      <td>
        {harvestsOf(entry).map((harvest) => (
          <span key={harvest.basis} className="result-days">
            {harvestText({ harvest, isStandard: id === "yabukita", t })}{" "}
            {id !== "yabukita" && <small>{t(`cultivars.harvest.${harvest.basis}`)}</small>}
          </span>
        ))}
      </td>
      <td>{year}</td>
      <td>{place}</td>
      <td>{names(uses)}</td>
      <td>{names(lineages)}</td>
    </tr>
  );
}

interface ResultTableProps {
  readonly found: readonly IndexEntry[];
  readonly state: CatalogueState;
}

/** Renders the found records as a table that can be sorted. */
export function ResultTable({ found, state }: ResultTableProps) {
  return (
    <table className="result-table" aria-labelledby="results">
      <Head state={state} />
      <tbody>
        {found.map((entry) => (
          <Row key={entry.id} entry={entry} />
        ))}
      </tbody>
    </table>
  );
}
