/** The page of an institute: its records by year, the parents it used most, and its names. */
import type { Breeder } from "../../contracts/overview/overview.ts";
import { partialDateText } from "../../language/partialDates.ts";
import { usePage, usePageData } from "../../page/PageContext.ts";
import { PageStatus } from "../../page/PageHead.tsx";
import { PageLink } from "../../page/PageLink.tsx";
import { Columns } from "../../ui/charts/Columns.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { ScrollBox } from "../ScrollBox.tsx";
import { ChartFigure, FileLink, barsOf } from "./ChartFigure.tsx";
import { InstituteTitle } from "./InstituteTitle.tsx";
import { Overview } from "./Overview.tsx";

interface BreederProps {
  readonly breeder: Breeder;
}

type Listed = Breeder["listed"][number];

/** Renders the parents of a record, joined by "×". */
function Parents({ parents }: Pick<Listed, "parents">) {
  const { t } = usePage();
  if (parents.length === 0) return t("breeders.listed.unknown");
  return parents.map(({ id, name }, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: both parents may have the same name.
    <span key={place}>
      {place > 0 && " × "}
      {id ? (
        <PageLink to="cultivar" params={{ id }}>
          {name}
        </PageLink>
      ) : (
        name
      )}
    </span>
  ));
}

/** Renders the records of the institute by year. */
function Records({ breeder: { id, name, listed } }: BreederProps) {
  const { t } = usePage();
  const columns = ["year", "name", "parents"] as const;
  return (
    <section aria-labelledby="records">
      <h2 id="records">{t("breeders.listed.heading")}</h2>
      <ScrollBox className="overview-scroll" labelledBy="records">
        <table>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {t(`breeders.listed.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {listed.map((record) => (
              <tr key={record.id}>
                <td className="overview-year">{record.year || t("breeders.undated")}</td>
                <th scope="row">
                  <PageLink to="cultivar" params={{ id: record.id }}>
                    {record.name}
                  </PageLink>
                  <small>{record.registration}</small>
                  <small>{record.breeder}</small>
                </th>
                <td>
                  <Parents parents={record.parents} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
      <p className="overview-more">
        <FileLink id={`${id}-records`} title={name} />
      </p>
    </section>
  );
}

type Period = Breeder["names"][number]["periods"][number];

/** Returns a function that writes a period of years, which can be open at either end. */
function usePeriodText(): (period: Period) => string {
  const { language, t } = usePage();
  return ({ from, until }) => {
    const dates = {
      from: from ? partialDateText(from, language) : "",
      until: until ? partialDateText(until, language) : "",
    };
    if (from && until) return t("breeders.names.span", dates);
    if (from) return t("breeders.names.from", dates);
    return until ? t("breeders.names.until", dates) : t("breeders.names.undated");
  };
}

/** Renders the names of the institute with their periods. */
function Names({ breeder: { names, gaps } }: BreederProps) {
  const { language, t } = usePage();
  const periodText = usePeriodText();
  return (
    <section aria-labelledby="names">
      <h2 id="names">{t("breeders.names.heading")}</h2>
      <ScrollBox className="overview-scroll" labelledBy="names">
        <table>
          <thead>
            <tr>
              <th scope="col">{t("breeders.names.period")}</th>
              <th scope="col">{t("breeders.names.name")}</th>
              <th scope="col">{t("breeders.names.source")}</th>
            </tr>
          </thead>
          <tbody>
            {names.map(({ name, periods, sources }) => (
              <tr key={`${name} ${periods[0]?.from}`}>
                <td>{periods.map(periodText).join(language === "ja" ? "、" : ", ")}</td>
                <th scope="row">{name}</th>
                <td>
                  {sources.map(({ title, url, remark }, place) => (
                    <span key={url}>
                      {place > 0 && " / "}
                      <a href={url} rel="noopener">
                        {title}
                      </a>
                      {remark && <small> {remark}</small>}
                    </span>
                  ))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
      {gaps.map((gap) => (
        <p key={gap.from} className="cultivar-note">
          {t("breeders.names.gap", { period: periodText(gap) })}
        </p>
      ))}
    </section>
  );
}

/** Renders the page of a known institute. */
function Institute({ breeder }: BreederProps) {
  const { t } = usePage();
  const { meta, name, records, decades, parents } = breeder;
  return (
    <Overview
      title={<InstituteTitle text={meta.title} />}
      short={name}
      lead={t("breeders.one.lead", { count: records })}
      parent="breeders"
    >
      {(decades || parents) && (
        <div className="overview-figures">
          {decades && (
            <ChartFigure chart={decades}>
              <Columns label={decades.title} marks={barsOf(decades)} />
            </ChartFigure>
          )}
          {parents && <ChartFigure chart={parents} />}
        </div>
      )}
      <Records breeder={breeder} />
      <Names breeder={breeder} />
    </Overview>
  );
}

/** Renders the page of an unknown breeder, with status 404. */
function UnknownBreeder() {
  const { t } = usePage();
  return (
    <>
      <PageStatus code={404} />
      <Panel title={t("breeders.unknown.title")}>
        <p>{t("breeders.unknown.body")}</p>
        <p className="panel-actions">
          <PageLink to="breeders" className="button">
            {t("breeders.all")}
          </PageLink>
        </p>
      </Panel>
    </>
  );
}

/** Renders the page of an institute, or a page with status 404 for an unknown id. */
export default function BreederPart() {
  const { params } = usePage();
  const breeder = usePageData("breeder", params);
  return breeder ? <Institute breeder={breeder} /> : <UnknownBreeder />;
}
