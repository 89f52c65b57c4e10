/** Words for days from Yabukita. */
import { usePage } from "../../page/PageContext.ts";

/**
 * Returns a function that writes days before or after Yabukita, such as "3 days earlier" for -3.
 */
export function useDaysText(): (days: number) => string {
  const { t } = usePage();
  return (days) => {
    if (days === 0) return t("calendar.days.same");
    const key = days < 0 ? "earlier" : "later";
    return t(`cultivars.harvest.${key}`, { count: Math.abs(days) });
  };
}
