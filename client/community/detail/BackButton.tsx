/** Goes back to the previous page of this site, else to the community. */
import type { MouseEvent } from "react";
import { pathFor } from "../../language/paths.ts";
import { usePage } from "../../page/PageContext.ts";

/** The navigation marks history entries that were reached by our own links. */
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
