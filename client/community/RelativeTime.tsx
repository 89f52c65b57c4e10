/** The age of a post or comment; the full date is its title. */
import { dateText, machineText, momentText } from "../language/dates.ts";
import { type Age, ageOf } from "../language/relativeTime.ts";
import { usePage } from "../page/PageContext.ts";
import { useNow } from "../page/useNow.ts";

interface RelativeTimeProps {
  readonly instant: string;
  /** The host's clock, as far as it is known. */
  readonly age?: Age;
}

export function RelativeTime({ instant, age: first }: RelativeTimeProps) {
  const page = usePage();
  const { language, t } = page;
  const now = useNow();
  const age = first && now === undefined ? first : ageOf(instant, now ?? Date.parse(page.now));
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
