/** Says to its author why nobody else sees a post or comment. */
import { usePage } from "../page/PageContext.ts";
import type { PostView } from "../wire/types.generated.ts";
import "./WithheldMark.css";

/**
 * Renders a mark on an author's post or comment that others do not see, because it is hidden or
 * waits for review; nothing on others.
 */
export function WithheldMark({ withheld }: Partial<Pick<PostView, "withheld">>) {
  const { t } = usePage();
  if (!withheld || withheld === "deleted") return null;
  const state = withheld === "hidden" ? withheld : "held";
  return <b className="withheld-mark">{t(`post.withheld.${state}`)}</b>;
}
