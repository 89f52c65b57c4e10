/** All breeders: institutes with pages of their own, and persons and companies with their records. */
import type { Breeders, BreederSummary } from "../../contracts/overview/overview.ts";
import { usePage, usePageData } from "../../page/PageContext.ts";
import { PageLink } from "../../page/PageLink.tsx";
import { ScrollBox } from "../ScrollBox.tsx";
import { FileLink } from "./ChartFigure.tsx";
import { Overview } from "./Overview.tsx";

/**
 * Returns the first and the last year as "1953–1990", or as one year if they are equal; empty if
 * they are unknown.
 */
export function spanOf({ first, last }: Pick<BreederSummary, "first" | "last">): string {
  if (first === null || last === null) return "";
  return first === last ? first : `${first}–${last}`;
}

interface BreedersProps {
  readonly breeders: Breeders;
}

/** Renders the institutes that have a page of their own. */
function Institutes({ breeders: { institutes } }: BreedersProps) {
  const { t } = usePage();
  const title = t("breeders.institutes");
  return (
    <section aria-labelledby="institutes">
      <h2 id="institutes">{title}</h2>
      <ScrollBox className="overview-scroll" labelledBy="institutes">
        <table className="overview-brief">
          <thead>
            <tr>
              <th scope="col">{t("breeders.name")}</th>
              <th scope="col">{t("breeders.records")}</th>
              <th scope="col">{t("breeders.years")}</th>
            </tr>
          </thead>
          <tbody>
            {institutes.map((one) => (
              <tr key={one.id}>
                <th scope="row">
                  <PageLink to="breeder" params={{ id: one.id }}>
                    {one.name}
                  </PageLink>
                </th>
                <td>{one.records}</td>
                <td>{spanOf(one) || t("breeders.undated")}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
      <p className="overview-more">
        <FileLink id="breeders" title={title} />
      </p>
    </section>
  );
}

/** Renders persons, companies and others, also those named beside an institute, with their records. */
function Others({ breeders: { others } }: BreedersProps) {
  const { t } = usePage();
  return (
    <section aria-labelledby="others">
      <h2 id="others">{t("breeders.others")}</h2>
      <ScrollBox className="overview-scroll" labelledBy="others">
        <table>
          <thead>
            <tr>
              <th scope="col">{t("breeders.person")}</th>
              <th scope="col">{t("breeders.cultivars")}</th>
            </tr>
          </thead>
          <tbody>
            {others.map(({ name, records }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>
                  <ul className="overview-inline">
                    {records.map((record) => (
                      <li key={record.id}>
                        <PageLink to="cultivar" params={{ id: record.id }}>
                          {record.name}
                        </PageLink>
                        {record.year && <small> {record.year}</small>}
                      </li>
                    ))}
                  </ul>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </section>
  );
}

/** Renders all breeders: institutes first, then others. */
export default function BreedersPart() {
  const { t } = usePage();
  const breeders = usePageData("breeders");
  return (
    <Overview
      title={breeders.meta.title}
      short={t("app.footer.breeders")}
      lead={t("breeders.lead")}
    >
      <Institutes breeders={breeders} />
      <Others breeders={breeders} />
    </Overview>
  );
}
