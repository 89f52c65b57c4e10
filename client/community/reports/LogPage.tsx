/** The public log of moderation: numbers of decisions by month, kind and rule. */
import { numberText } from "../../language/dates.ts";
import { PageHead } from "../../page/PageHead.tsx";
import { usePage, usePageData } from "../../page/PageContext.ts";
import { PageLink } from "../../page/PageLink.tsx";
import type { DecisionCount } from "../../wire/types.generated.ts";
import { LogEntries } from "./LogEntries.tsx";
import { actionName, reasonName } from "./names.ts";
import "./LogPage.css";

/** Renders how many decisions of a kind there were in a month. */
function Row({ line: { year, month, action, rule, count } }: { readonly line: DecisionCount }) {
  const { t } = usePage();
  return (
    <tr>
      <td>{`${year}-${String(month).padStart(2, "0")}`}</td>
      <td>{actionName(t, action)}</td>
      <td>{reasonName(t, rule)}</td>
      <td>{numberText(count)}</td>
    </tr>
  );
}

/** Renders the public numbers of decisions by month; for moderators also the entries. */
export default function LogPage() {
  const { t } = usePage();
  const counts = usePageData("moderationLog");
  const entries = usePageData("logEntries");
  return (
    <>
      <PageHead
        title={t("moderationLog.meta.title")}
        description={t("moderationLog.meta.description")}
      />
      <header className="page-title">
        <h1>{t("moderationLog.title")}</h1>
        <p>{t("moderationLog.lead")}</p>
      </header>
      {counts.length === 0 ? (
        <p>{t("moderationLog.none")}</p>
      ) : (
        <table className="moderation-log">
          <thead>
            <tr>
              {(["month", "action", "rule", "count"] as const).map((name) => (
                <th key={name} scope="col">
                  {t(`moderationLog.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {counts.map((line) => (
              <Row key={`${line.year} ${line.month} ${line.action} ${line.rule}`} line={line} />
            ))}
          </tbody>
        </table>
      )}
      <p>
        <PageLink to="guidelines">{t("moderationLog.guidelines")}</PageLink>
      </p>
      {entries && <LogEntries page={entries} />}
    </>
  );
}
