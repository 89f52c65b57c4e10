/** What is said of bud break and picking: a line breaks between the two, not within a date. */
import { Fragment } from "react";
import { usePage } from "../../page/PageContext.ts";

/** Renders the texts as a list in one line or two. */
export function EventTexts({ texts }: { readonly texts: readonly string[] }) {
  const { language } = usePage();
  const [comma, space] = language === "ja" ? ["、", ""] : [",", " "];
  return texts.map((text, place) => (
    <Fragment key={text}>
      {place > 0 && space}
      <span className="calendar-event">{place < texts.length - 1 ? text + comma : text}</span>
    </Fragment>
  ));
}
