/** Tells an author why their text waits for review by a moderator, and what happens next. */
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

/**
 * Renders why a text waits for review, and a link to the rule; nothing for texts that do not wait.
 */
export function HeldReason({ withheld }: Pick<PostView, "withheld">) {
  const { language, t } = usePage();
  if (!withheld || withheld === "deleted" || withheld === "hidden") return null;
  const sentences = (["held", withheld, "next"] as const).map((one) =>
    t(`postDetail.withheld.${one}`, params),
  );
  return (
    <p className="held-reason">
      {sentences.join(language === "ja" ? "" : " ")}{" "}
      <PageLink to="guidelines" suffix={withheld === "links" ? "#allowances" : "#holds"}>
        {t("postDetail.withheld.rules")}
      </PageLink>
    </p>
  );
}
