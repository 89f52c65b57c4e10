/** Decisions about a suspended member, each with the form of an appeal. */
import { AppealNote } from "../../community/reports/AppealNote.tsx";
import { AppealState } from "../../community/reports/AppealState.tsx";
import { decisions as decisionNames, removedName } from "../../community/decisions.ts";
import { ruleName } from "../../community/ruleName.ts";
import { useTypedAppeal } from "../../community/reports/typedAppeal.ts";
import { momentText } from "../../language/dates.ts";
import { usePage } from "../../page/PageContext.ts";
import { PageLink } from "../../page/PageLink.tsx";
import { Phrases } from "../../page/text/Phrases.tsx";
import type { OwnDecision, SuspensionView } from "../../wire/types.generated.ts";

const actions = [
  ...decisionNames,
  "uphold-decision",
  "reverse-decision",
  "choose-answer",
  "clear-answer",
  "grant-role",
  "revoke-role",
] as const;

interface AppealProps {
  readonly decision: OwnDecision;
  readonly memberId: string;
}

/** Renders the state of an appeal or the form for one; nothing if the decision allows none. */
function Appeal({ decision, memberId }: AppealProps) {
  const { language, t } = usePage();
  const { id, appeal, can_appeal } = decision;
  const typed = useTypedAppeal(id);
  if (appeal) return <AppealState decision={decision} />;
  if (!can_appeal) return null;
  return (
    <form
      className="suspended-form"
      method="post"
      action={`/api/suspension/appeals/form?language=${language}`}
    >
      <input type="hidden" name="member" value={memberId} />
      <input type="hidden" name="entry_id" value={id} />
      <input type="hidden" name="language" value={language} />
      <AppealNote entry={id} typed={typed} />
      <p>
        <button type="submit" className="button" aria-describedby={`decision-${id}`}>
          {t("account.appeal.send")}
        </button>
      </p>
    </form>
  );
}

/** Renders the decisions about the member: the suspension in force, then the newest. */
export function Decisions({ suspension }: { readonly suspension: SuspensionView }) {
  const { language, t } = usePage();
  const { decisions, member_id, more_removals: more } = suspension;
  if (decisions.length === 0) return <p className="quiet">{t("suspended.none")}</p>;
  return (
    <>
      <p className="quiet">{t("suspended.decisionsLead")}</p>
      <ul className="suspended-decisions">
        {decisions.map((decision) => {
          const action = actions.find((one) => one === decision.action);
          const removed = removedName(t, language, decision);
          const rule = ruleName(t, decision.rule);
          const names = decision.parts?.map((part) => t(`account.decisions.part.${part}`)) ?? [];
          const parts = names.join(language === "ja" ? "、" : ", ");
          return (
            <li key={decision.id}>
              <h3 id={`decision-${decision.id}`}>
                {action && <Phrases text={t(`account.decisions.action.${action}`, { parts })} />}{" "}
                <small>{momentText(decision.created_at, language)}</small>
              </h3>
              {removed && <p>{removed}</p>}
              {rule && <p>{rule}</p>}
              {decision.note && <p dir="auto">{decision.note}</p>}
              {decision.by_same_moderator && <p>{t("account.appeal.sameModerator")}</p>}
              <Appeal decision={decision} memberId={member_id} />
            </li>
          );
        })}
      </ul>
      {more > 0 && <p className="quiet">{t("suspended.moreRemovals", { count: more })}</p>}
      <p>
        <PageLink to="guidelines">{t("account.decisions.guidelines")}</PageLink>
      </p>
    </>
  );
}
