/** Says to its author why a text waits for review, and what happens next. */
import {
  burstMinutes,
  burstThings,
  repeatHours,
  replyBusinessDays,
} from "../contracts/limits.generated.ts";
import { usePage } from "../page/PageContext.ts";
import { PageLink } from "../page/PageLink.tsx";
import type { PostView } from "../wire/types.generated.ts";
import "./HeldReason.css";

const params = {
  count: burstThings,
  minutes: burstMinutes,
  hours: repeatHours,
  days: replyBusinessDays,
};

/** Renders nothing for what is not held. */
export function HeldReason({ withheld }: Pick<PostView, "withheld">) {
  const { t } = usePage();
  if (!withheld || withheld === "deleted" || withheld === "hidden") return null;
  return (
    <p className="held-reason">
      {t("postDetail.withheld.held")} {t(`postDetail.withheld.${withheld}`, params)}{" "}
      {t("postDetail.withheld.next", params)}{" "}
      <PageLink to="guidelines" suffix="#holds">
        {t("postDetail.withheld.rules")}
      </PageLink>
    </p>
  );
}
