/** Back to where the reader came from on this site; else to the community, where posts stand. */
import type { MouseEvent } from "react";
import { pathFor } from "../../language/paths.ts";
import { usePage } from "../../page/PageContext.ts";

/** The navigation marks an entry that was reached by a link of ours: there is one of ours behind it. */
function cameFromHere(): boolean {
  const state: unknown = history.state;
  return typeof state === "object" && state !== null && "isFollowed" in state;
}

function goBack(event: MouseEvent): void {
  const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
  if (!isPlain || !cameFromHere()) return;
  event.preventDefault();
  history.back();
}

export function BackButton() {
  const { language, t } = usePage();
  return (
    <p className="post-page-back">
      <a href={pathFor("community", language)} onClick={goBack}>
        ← {t("postDetail.back")}
      </a>
    </p>
  );
}
