/** The records from a prefecture: cultivars by year, and lines, populations and others. */
import type { PrefectureView } from "../../contracts/overview/map.ts";
import type { DatedRecord } from "../../contracts/overview/overview.ts";
import { usePage } from "../../page/PageContext.ts";
import { PageLink } from "../../page/PageLink.tsx";
import { FileLink } from "../overview/ChartFigure.tsx";
import { ScrollBox } from "../ScrollBox.tsx";

export interface ViewProps {
  readonly view: PrefectureView;
}

/** Renders the breeder, as a link if it is an institute. */
function BreederLink({ record: { breeder, institute } }: { readonly record: DatedRecord }) {
  const { t } = usePage();
  if (breeder === null) return t("breeders.listed.unknown");
  if (institute === null) return breeder;
  return (
    <PageLink to="breeder" params={{ id: institute }}>
      {breeder}
    </PageLink>
  );
}

interface RowsProps {
  /** The id of the heading. */
  readonly heading: string;
  readonly records: readonly (DatedRecord & { readonly kind?: string })[];
}

/** Renders the table of records by year. */
function Rows({ heading, records }: RowsProps) {
  const { t } = usePage();
  return (
    <ScrollBox className="overview-scroll" labelledBy={heading}>
      <table className="map-facts map-records">
        <thead>
          <tr>
            <th scope="col">{t("breeders.listed.year")}</th>
            <th scope="col">{t("breeders.listed.name")}</th>
            <th scope="col">{t("breeders.person")}</th>
          </tr>
        </thead>
        <tbody>
          {records.map((record) => (
            <tr key={record.id}>
              <td>{record.year || t("breeders.undated")}</td>
              <th scope="row">
                <PageLink to="cultivar" params={{ id: record.id }}>
                  {record.name}
                </PageLink>
                <small>{record.kind ?? record.registration}</small>
              </th>
              <td>
                <BreederLink record={record} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

/** Renders the cultivars from the prefecture; nothing without any. */
export function Cultivars({ view: { id, name, cultivars, lateDecades } }: ViewProps) {
  const { t } = usePage();
  if (cultivars.length === 0) return null;
  return (
    <section aria-labelledby="cultivars">
      <h2 id="cultivars">{t("prefectures.cultivars")}</h2>
      <Rows heading="cultivars" records={cultivars} />
      <p className="overview-more map-links">
        <PageLink to="cultivars" suffix={`?origin=${id}`}>
          {t("prefectures.list")}
        </PageLink>
        {lateDecades.length > 0 && (
          <PageLink
            to="cultivars"
            suffix={`?origin=${id}&decade=${lateDecades.join()}`}
            rel="nofollow"
          >
            {t("prefectures.since", { year: lateDecades[0] ?? "" })}
          </PageLink>
        )}
        <FileLink id={`prefecture-${id}`} title={name} />
      </p>
    </section>
  );
}

/** Renders lines, populations and other records from the prefecture; nothing without any. */
export function Others({ view: { others } }: ViewProps) {
  const { t } = usePage();
  if (others.length === 0) return null;
  return (
    <section aria-labelledby="others">
      <h2 id="others">{t("prefectures.others")}</h2>
      <Rows heading="others" records={others} />
    </section>
  );
}
