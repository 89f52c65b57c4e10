/** The text that a decision is about, with a link to its place. */
import { usePage } from "../../page/PageContext.ts";
import type { ReportedThing } from "../../wire/types.generated.ts";
import { addressOf } from "./addressOf.ts";
import { Pictures } from "./Pictures.tsx";

/**
 * Renders the text and the pictures of a reported thing as a quotation; nothing if it is gone or
 * has neither.
 */
export function ThingQuote({ thing }: { readonly thing: ReportedThing | null | undefined }) {
  const { language, t } = usePage();
  if (!(thing?.text || thing?.images?.length)) return null;
  return (
    <figure className="report-quote">
      {thing.text && <blockquote dir="auto">{thing.text}</blockquote>}
      <Pictures images={thing.images} />
      <figcaption>
        <a href={addressOf(thing, language)}>{t("moderation.open")}</a>
      </figcaption>
    </figure>
  );
}
