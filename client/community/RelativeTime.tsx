/** When something was written, as long ago as it is; the full date stands in its title. */
import { dateText, machineText, momentText } from "../language/dates.ts";
import { ageOf } from "../language/relativeTime.ts";
import { usePage } from "../page/PageContext.ts";
import { useNow } from "../page/useNow.ts";

export function RelativeTime({ instant }: { readonly instant: string }) {
  const { language, t } = usePage();
  const age = ageOf(instant, useNow());
  const text = () => {
    if (age.unit === "now") return t("post.time.now");
    if (age.unit === "date") return dateText(instant, language);
    return t(`post.time.${age.unit}`, { count: age.count });
  };
  return (
    <time dateTime={machineText(instant)} title={momentText(instant, language)}>
      {text()}
    </time>
  );
}
