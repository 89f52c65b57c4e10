/** Words for days from Yabukita. */
import { usePage } from "../../page/PageContext.ts";

export function useDaysText(): (days: number) => string {
  const { t } = usePage();
  return (days) => {
    if (days === 0) return t("calendar.days.same");
    const key = days < 0 ? "earlier" : "later";
    return t(`cultivars.harvest.${key}`, { count: Math.abs(days) });
  };
}
