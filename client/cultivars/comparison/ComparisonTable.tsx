/** The table of a comparison; each row says in words whether the records differ. */
import { type Language, writtenIn } from "../../contracts/language.ts";
import type { ComparedRecord, CultivarView, SourceLink } from "../../contracts/cultivar.ts";
import { pathFor } from "../../language/paths.ts";
import { usePage } from "../../page/PageContext.ts";
import { MixedText } from "../../page/text/MixedText.tsx";
import { PageLink } from "../../page/PageLink.tsx";
import { ClaimMark } from "../claims/ClaimMark.tsx";
import { differencesFromMost, differenceOf, isShared } from "./difference.ts";
import { comparePath } from "./ids.ts";
import type { Cell, Item, Row } from "./rows.ts";
import { SharedRuler } from "./SharedRuler.tsx";
import { UprightText } from "../../page/UprightText.tsx";

interface TableProps {
  readonly records: readonly ComparedRecord[];
  readonly rows: readonly Row[];
  readonly sources: readonly SourceLink[];
}

/** Returns the name of a record in a language. */
function nameIn(language: Language, { nameJa, nameEn }: CultivarView): string {
  return language === "ja" ? nameJa : nameEn;
}

interface HeadProps {
  readonly cultivar: CultivarView;
  readonly others: readonly string[];
}

/** Renders the head of a record's column; a link leads to the comparison without it (`others`). */
function Head({ cultivar, others }: HeadProps) {
  const { language, t } = usePage();
  const { id, nameJa, nameEn } = cultivar;
  const name = nameIn(language, cultivar);
  return (
    <th scope="col">
      <div className="comparison-head">
        <span className="comparison-short" lang={writtenIn(nameJa)} aria-hidden="true">
          {nameJa}
        </span>
        <PageLink to="cultivar" params={{ id }}>
          {language === "ja" && <span className="visually-hidden">{nameJa} </span>}
          <span lang="en">{nameEn}</span>
        </PageLink>
        <a
          className="comparison-remove"
          href={comparePath(language, others)}
          rel="nofollow"
          aria-label={t("comparison.remove", { name })}
        >
          ×
        </a>
      </div>
    </th>
  );
}

/**
 * Renders the Japanese names upright above the heads; they stay in view when the heads have
 * scrolled away.
 */
function UprightNames({ records }: Pick<TableProps, "records">) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row takes no focus.
    <tr className="comparison-names" aria-hidden="true">
      <td />
      {records.map(({ cultivar: { id, nameJa } }) => (
        <td key={id}>
          <span className="comparison-upright" lang={writtenIn(nameJa)}>
            <UprightText text={nameJa} />
          </span>
        </td>
      ))}
    </tr>
  );
}

interface CellProps {
  readonly row: Row;
  readonly cell: Cell;
  readonly cultivar: CultivarView;
  readonly sources: readonly SourceLink[];
}

interface ValueProps extends CellProps {
  /** Whether the value differs from what most records have. */
  readonly differsFromMost: boolean;
}

/** Renders one value of a cell, as a link if it names a record. */
function ItemText({ item: { id, role, text } }: { readonly item: Item }) {
  return (
    <>
      {role && <small>{role} </small>}
      {id ? (
        <PageLink to="cultivar" params={{ id }}>
          {text}
        </PageLink>
      ) : (
        <MixedText text={text} />
      )}
    </>
  );
}

/**
 * Renders the mark of a cell's sources, beside its last value; nothing without claims or a dispute.
 */
function CellMark({ row, cell, cultivar, sources }: CellProps) {
  const { language } = usePage();
  const { items, claims, isDisputed, values } = cell;
  if (claims.length === 0 && !(isDisputed && items.length > 0)) return null;
  return (
    <ClaimMark
      claims={claims}
      sources={sources}
      label={`${nameIn(language, cultivar)} ${row.label}`}
      isDisputed={isDisputed}
      values={values}
      conflicts={conflictsOf(language, cultivar)}
    />
  );
}

/** Returns the address of the section of disagreements on a record's page. */
function conflictsOf(language: Language, { id }: CultivarView): string {
  return `${pathFor("cultivar", language, { id })}#conflicts`;
}

/**
 * Renders a cell's values as a list; where the records have at least one value in common, each is
 * marked as common to all or not.
 */
function Items(props: CellProps) {
  const { language } = usePage();
  const { row, cell, cultivar, sources } = props;
  const keys = row.cells.map(({ items }) => items.map(({ key }) => key));
  const hasShared = keys.flat().some((key) => isShared(key, keys));
  const name = nameIn(language, cultivar);
  return (
    <ul>
      {cell.items.map((item, place) => (
        <li key={item.key} data-shared={hasShared ? isShared(item.key, keys) : undefined}>
          <ItemText item={item} />
          {item.claims && item.claims.length > 0 && (
            <ClaimMark
              claims={item.claims}
              sources={sources}
              label={`${name} ${item.text}`}
              values={item.values}
              conflicts={conflictsOf(language, cultivar)}
            />
          )}
          {place === cell.items.length - 1 && <CellMark {...props} />}
          {item.remark && <small> {item.remark}</small>}
        </li>
      ))}
    </ul>
  );
}

/**
 * Renders the content of a cell without values: its remark, or a link to the disagreement of the
 * sources, or that the record does not state it.
 */
function Unknown({ cell: { isDisputed, remark }, cultivar }: CellProps) {
  const { language, t } = usePage();
  if (isDisputed && remark === undefined) {
    return <a href={conflictsOf(language, cultivar)}>{t("cultivar.claim.disagree")}</a>;
  }
  return <span className="comparison-unknown">{remark ?? t("comparison.unstated")}</span>;
}

/** Renders one cell of the table, with a remark if its value differs from that of most records. */
function Value({ differsFromMost, ...props }: ValueProps) {
  const { language, t } = usePage();
  const isKnown = props.cell.items.length > 0;
  return (
    <td data-known={isKnown} data-apart={differsFromMost}>
      {differsFromMost && <span className="visually-hidden">{t("comparison.apart")} </span>}
      <span className="comparison-of">{nameIn(language, props.cultivar)}</span>
      <div>{isKnown ? <Items {...props} /> : <Unknown {...props} />}</div>
    </td>
  );
}

/** Renders the row of a fact: a cell for each record, and in the row's head whether they differ. */
function FactRow({ row, records, sources }: Omit<TableProps, "rows"> & { readonly row: Row }) {
  const { t } = usePage();
  const values = row.cells.map(({ items }) => items.map(({ key }) => key));
  const difference = differenceOf(values);
  const differFromMost = differencesFromMost(values);
  return (
    <tr data-row={row.name} data-difference={difference}>
      <th scope="row">
        {row.label} <small>{t(`comparison.difference.${difference}`)}</small>
      </th>
      {records.map(({ cultivar }, place) => {
        const cell = row.cells[place];
        return (
          cell && (
            <Value
              key={cultivar.id}
              row={row}
              cell={cell}
              cultivar={cultivar}
              sources={sources}
              differsFromMost={differFromMost[place] ?? false}
            />
          )
        );
      })}
    </tr>
  );
}

/**
 * Renders a row with the axis of days from Yabukita, below the row of that event; nothing for other
 * rows.
 */
function RulerRow({
  row: { basis },
  records,
}: Pick<TableProps, "records"> & { readonly row: Row }) {
  if (basis === undefined) return null;
  return (
    <tr className="comparison-ruler-row">
      <td />
      <td colSpan={records.length}>
        <SharedRuler records={records} basis={basis} />
      </td>
    </tr>
  );
}

/**
 * Renders the whole table; a remark warns that days of bud break and of picking are not comparable,
 * if it has both.
 */
export function ComparisonTable({ records, rows, sources }: TableProps) {
  const { t } = usePage();
  const ids = records.map(({ cultivar }) => cultivar.id);
  const hasBothEvents = new Set(rows.flatMap(({ basis }) => basis ?? [])).size > 1;
  return (
    <>
      <table className="comparison-table" data-columns={records.length}>
        <caption className="visually-hidden">{t("comparison.caption")}</caption>
        <thead>
          <UprightNames records={records} />
          <tr>
            <th scope="col">
              <span className="visually-hidden">{t("comparison.fact")}</span>
            </th>
            {records.map(({ cultivar }) => (
              <Head
                key={cultivar.id}
                cultivar={cultivar}
                others={ids.filter((id) => id !== cultivar.id)}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.flatMap((row) => [
            <FactRow key={row.name} row={row} records={records} sources={sources} />,
            <RulerRow key={`${row.name} ruler`} row={row} records={records} />,
          ])}
        </tbody>
      </table>
      {hasBothEvents && <p className="comparison-notice">{t("comparison.bases")}</p>}
    </>
  );
}
