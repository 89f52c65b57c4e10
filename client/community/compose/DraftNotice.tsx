/** Notice about the draft: restored, changed in another tab, or not stored. */
import { momentText } from "../../language/dates.ts";
import { usePage } from "../../page/PageContext.ts";
import type { Composition } from "./Composition.ts";
import type { CompositionState, Notice } from "./compositionState.ts";

interface DraftNoticeProps {
  readonly shown: CompositionState;
  readonly composition: Composition;
}

/** Returns the text of the notice; empty without one. */
function useNoticeText(notice: Notice | null): string {
  const { language, t } = usePage();
  if (notice === null) return "";
  if (notice.kind !== "restored") return t(`createPost.draft.${notice.kind}`);
  const time = momentText(new Date(notice.savedAt).toISOString(), language);
  const lost = notice.lost > 0 ? t("createPost.draft.lost", { count: notice.lost }) : "";
  return `${t("createPost.draft.restored", { time })} ${lost}`.trim();
}

/**
 * Renders that a draft was restored, changed elsewhere or cannot be stored, with a button that
 * discards it.
 */
export function DraftNotice({ shown, composition }: DraftNoticeProps) {
  const { t } = usePage();
  const { notice, isStored } = shown;
  const words = useNoticeText(notice);
  return (
    <div role="status" className="form-notices">
      {!isStored && <p>{t("createPost.draft.notKept")}</p>}
      {notice && (
        <div>
          <p>{words}</p>
          {notice.kind === "restored" && (
            <button type="button" className="text-button" onClick={() => composition.discard()}>
              {t(`createPost.draft.${composition.isNew ? "startAnew" : "undoChanges"}`)}
            </button>
          )}
          <button type="button" className="text-button" onClick={() => composition.dismissNotice()}>
            {t("createPost.draft.close")}
          </button>
        </div>
      )}
    </div>
  );
}
