/** Words for days from Yabukita. */
import { usePage } from "../../page/PageContext.ts";

/** Returns an empty text where nothing is recorded. */
export function useDaysText(): (days: number | null) => string {
  const { t } = usePage();
  return (days) => {
    if (days === null) return "";
    if (days === 0) return t("cultivars.harvest.same");
    const key = days < 0 ? "earlier" : "later";
    return t(`cultivars.harvest.${key}`, { count: Math.abs(days) });
  };
}
