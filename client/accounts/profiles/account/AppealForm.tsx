/** Form of an appeal against a decision, and what became of it. */
import { AppealNote } from "../../../community/reports/AppealNote.tsx";
import { AppealState } from "../../../community/reports/AppealState.tsx";
import { usePage } from "../../../page/PageContext.ts";
import { useTypedAppeal } from "../../../community/reports/typedAppeal.ts";
import type { OwnDecision } from "../../../wire/types.generated.ts";

/**
 * Renders the form of an appeal against a decision, or the state of the appeal; nothing if the
 * decision allows none.
 */
export function AppealForm({ decision }: { readonly decision: OwnDecision }) {
  const { language, viewer, t } = usePage();
  const { id, appeal, can_appeal } = decision;
  const typed = useTypedAppeal(id);
  if (appeal) return <AppealState decision={decision} />;
  if (!can_appeal) return null;
  return (
    <details open={typed !== undefined}>
      <summary>{t("account.appeal.open")}</summary>
      <form method="post" action={`/api/profiles/me/appeals/form?language=${language}`}>
        <input type="hidden" name="member" value={viewer?.id ?? ""} />
        <input type="hidden" name="entry_id" value={id} />
        <input type="hidden" name="language" value={language} />
        <AppealNote entry={id} typed={typed} />
        <button type="submit" className="button">
          {t("account.appeal.send")}
        </button>
      </form>
    </details>
  );
}
