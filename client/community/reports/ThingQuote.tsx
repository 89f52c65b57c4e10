/** The text that a decision is about, with a link to its place. */
import { usePage } from "../../page/PageContext.ts";
import type { ReportedThing } from "../../wire/types.generated.ts";
import { addressOf } from "./addressOf.ts";

/** Renders the text of a reported thing as a quotation; nothing if it is gone or has no text. */
export function ThingQuote({ thing }: { readonly thing: ReportedThing | null | undefined }) {
  const { language, t } = usePage();
  if (!thing?.text) return null;
  return (
    <figure className="report-quote">
      <blockquote dir="auto">{thing.text}</blockquote>
      <figcaption>
        <a href={addressOf(thing, language)}>{t("moderation.open")}</a>
      </figcaption>
    </figure>
  );
}
