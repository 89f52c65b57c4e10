/** Says to its author why nobody else sees a post or comment. */
import { usePage } from "../page/PageContext.ts";
import type { PostView } from "../wire/types.generated.ts";

export function WithheldMark({ withheld }: Partial<Pick<PostView, "withheld">>) {
  const { t } = usePage();
  if (!withheld || withheld === "deleted") return null;
  return <b className="withheld-mark">{t(`post.withheld.${withheld}`)}</b>;
}
