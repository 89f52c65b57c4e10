/** The public log of moderation: numbers of decisions by month, kind and rule. */
import { numberText } from "../../language/dates.ts";
import { PageHead } from "../../page/PageHead.tsx";
import { usePage, usePageData } from "../../page/PageContext.ts";
import { PageLink } from "../../page/PageLink.tsx";
import type { DecisionCount } from "../../wire/types.generated.ts";
import { reasons } from "./reasons.ts";
import "./LogPage.css";

const actions = ["keep", "warn", "remove-post", "remove-comment", "suspend", "reinstate"] as const;

function Row({ line: { year, month, action, rule, count } }: { readonly line: DecisionCount }) {
  const { t } = usePage();
  const known = actions.find((one) => one === action);
  const reason = reasons.find((one) => one === rule);
  return (
    <tr>
      <td>{`${year}-${String(month).padStart(2, "0")}`}</td>
      <td>{known ? t(`moderationLog.actions.${known}`) : action}</td>
      <td>{reason ? t(`report.reasons.${reason}`) : t("moderationLog.noRule")}</td>
      <td>{numberText(count)}</td>
    </tr>
  );
}

export default function LogPage() {
  const { t } = usePage();
  const counts = usePageData("moderationLog");
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
    </>
  );
}
