/** Decisions of moderators about the member, with their reasons. */
import { useEffect, useEffectEvent } from "react";
import { decisions, removedName } from "../../../community/decisions.ts";
import { ruleName } from "../../../community/ruleName.ts";
import { momentText } from "../../../language/dates.ts";
import { useQuery } from "../../../page/address.ts";
import { usePage, usePageData } from "../../../page/PageContext.ts";
import { useFormRefusal, useWaitMinutes } from "../../../page/useFormRefusal.ts";
import { PageLink } from "../../../page/PageLink.tsx";
import { useSession } from "../../sessions/useSession.ts";
import type { OwnDecision } from "../../../wire/types.generated.ts";
import { AppealForm } from "./AppealForm.tsx";
import "./DecisionList.css";

const actions = [
  ...decisions,
  "uphold-decision",
  "reverse-decision",
  "choose-answer",
  "clear-answer",
  "grant-role",
  "revoke-role",
] as const;

/** Renders a moderator's decision with its rule, its reason and the form to appeal. */
function Decision({ decision }: { readonly decision: OwnDecision }) {
  const { language, t } = usePage();
  const action = actions.find((one) => one === decision.action);
  const removed = removedName(t, language, decision);
  const rule = ruleName(t, decision.rule);
  const names = decision.parts?.map((part) => t(`account.decisions.part.${part}`)) ?? [];
  const parts = names.join(language === "ja" ? "、" : ", ");
  return (
    <li>
      <b>{action && t(`account.decisions.action.${action}`, { parts })}</b>{" "}
      <small>{momentText(decision.created_at, language)}</small>
      {removed && <p>{removed}</p>}
      {rule && <p>{rule}</p>}
      {decision.note && <p dir="auto">{decision.note}</p>}
      {decision.by_same_moderator && <p>{t("account.appeal.sameModerator")}</p>}
      {decision.post_id && (
        <PageLink to="post" params={{ id: String(decision.post_id) }}>
          {t("account.decisions.post")}
        </PageLink>
      )}
      <AppealForm decision={decision} />
    </li>
  );
}

const failures = [
  "note",
  "noteCharacters",
  "unknown",
  "late",
  "again",
  "undone",
  "tooManyRequests",
] as const;

/** Renders the result of an appeal that was just sent. */
function AppealOutcome() {
  const { t } = usePage();
  const outcome = useQuery().get("appeal");
  const refusal = useFormRefusal(outcome);
  const minutes = useWaitMinutes();
  if (outcome === null) return null;
  if (outcome === "sent") return <p role="status">{t("account.appeal.sent")}</p>;
  const failure = failures.find((one) => one === outcome);
  const text = failure
    ? t(`account.appeal.errors.${failure}`, { minutes })
    : (refusal ?? t("app.error"));
  return <p role="alert">{text}</p>;
}

/**
 * Marks the notifications of decisions as read when the list opens. A later decision stays unread,
 * because the open page does not show it.
 */
function useMarkAsRead(): void {
  const { viewer } = usePage();
  const open = useSession();
  const mark = useEffectEvent(async () => {
    if (!viewer?.has_unread) return;
    const { markGroupRead } = await import("../../../community/notifications/markRead.ts");
    await markGroupRead(open, "decisions");
  });
  useEffect(() => void mark().catch(() => undefined), []);
}

/** Renders a list of decisions and marks the notifications of decisions as read. */
function Decisions({ listed }: { readonly listed: readonly OwnDecision[] }) {
  useMarkAsRead();
  return (
    <ul className="decision-list">
      {listed.map((decision) => (
        <Decision key={decision.id} decision={decision} />
      ))}
    </ul>
  );
}

/**
 * Renders the moderators' decisions about the member, or that there are none; marks their
 * notifications as read.
 */
export function DecisionList() {
  const { t } = usePage();
  const decisions = usePageData("decisions");
  if (decisions === null) return <p>{t("app.loadFailed.title")}</p>;
  if (decisions.length === 0) return <p className="quiet">{t("account.decisions.none")}</p>;
  return (
    <>
      <AppealOutcome />
      <Decisions listed={decisions} />
      <p>
        <PageLink to="guidelines">{t("account.decisions.guidelines")}</PageLink>
      </p>
    </>
  );
}
