/** What became of a member's appeal against a decision. */
import { usePage } from "../../page/PageContext.ts";
import type { OwnDecision } from "../../wire/types.generated.ts";
import { irreversible } from "../decisions.ts";

/** Renders the state of the appeal against a decision; nothing without an appeal. */
export function AppealState({ decision }: { readonly decision: OwnDecision }) {
  const { t } = usePage();
  const { action, appeal } = decision;
  if (!appeal) return null;
  const isGone = appeal === "reversed" && irreversible.includes(action);
  return <p>{t(`account.appeal.state.${isGone ? "reversedRemoval" : appeal}`)}</p>;
}
