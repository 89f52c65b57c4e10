/** The text that a decision is about, with a link to its place, and whether it was edited since. */
import { momentText } from "../../language/dates.ts";
import { textLanguage } from "../../language/textLanguage.ts";
import { usePage } from "../../page/PageContext.ts";
import type { CaseView, ReportedThing } from "../../wire/types.generated.ts";
import { addressOf } from "./addressOf.ts";
import { Pictures } from "./Pictures.tsx";

/**
 * Renders all that a member wrote of a reported thing: text, short fields, and pictures. A rule may
 * have held any of them, so moderators must see them all before they publish.
 */
export function ThingContent({ thing }: { readonly thing: ReportedThing }) {
  const { t } = usePage();
  return (
    <>
      {thing.text && (
        <blockquote dir="auto" lang={textLanguage(thing.text)}>
          {thing.text}
        </blockquote>
      )}
      {thing.fields && thing.fields.length > 0 && (
        <dl className="case-fields">
          {thing.fields.map(({ name, text }) => (
            <div key={name}>
              <dt>{t(`moderation.fields.${name}`)}</dt>
              <dd dir="auto" lang={textLanguage(text)}>
                {text}
              </dd>
            </div>
          ))}
        </dl>
      )}
      <Pictures images={thing.images} />
    </>
  );
}

/**
 * Renders the content of a reported thing as a quotation; nothing if it is gone or has neither text
 * nor pictures.
 */
export function ThingQuote({ thing }: { readonly thing: ReportedThing | null | undefined }) {
  const { language, t } = usePage();
  if (!(thing?.text || thing?.images?.length)) return null;
  return (
    <figure className="report-quote">
      <ThingContent thing={thing} />
      <figcaption>
        <a href={addressOf(thing, language)}>{t("moderation.open")}</a>
      </figcaption>
    </figure>
  );
}

interface EditedProps {
  readonly thing: ReportedThing | null | undefined;
  readonly message: "moderation.edited.sinceReport" | "moderation.edited.sinceDecision";
  /** Time of the first report, or of the decision; nothing is rendered without one. */
  readonly since: string | undefined;
}

/**
 * Renders when a post or comment was edited, if that was after `since`: what was reported may have
 * been another text. A profile has no note, since its time is that of any of its settings.
 */
export function EditedNote({ thing, message, since }: EditedProps) {
  const { language, t } = usePage();
  const edited = thing?.kind === "member" ? null : thing?.edited_at;
  if (!edited || !since || Date.parse(edited) <= Date.parse(since)) return null;
  return (
    <p>
      <b>{t(message, { date: momentText(edited, language) })}</b>
    </p>
  );
}

interface ReportedContentProps {
  readonly texts: CaseView["reported_texts"];
  readonly pictures: CaseView["replaced_pictures"];
}

/**
 * Renders what a reported thing said at each report, where it says something else now, and the
 * pictures that it has lost since.
 */
export function ReportedContent({ texts, pictures }: ReportedContentProps) {
  const { t } = usePage();
  return (
    <>
      {texts?.map((text) => (
        <figure className="report-quote" key={text}>
          <figcaption>{t("moderation.edited.reported")}</figcaption>
          <blockquote dir="auto" lang={textLanguage(text)}>
            {text}
          </blockquote>
        </figure>
      ))}
      {pictures && pictures.length > 0 && (
        <figure className="report-quote">
          <figcaption>{t("moderation.edited.replaced")}</figcaption>
          <Pictures images={pictures} />
        </figure>
      )}
    </>
  );
}

/**
 * Renders a hidden field with the last edit of the thing that the moderator reads beside the form:
 * the host refuses the form once its author has edited it again.
 */
export function EditedInput({ thing }: Pick<EditedProps, "thing">) {
  if (!thing?.edited_at) return null;
  return <input type="hidden" name="edited_at" value={thing.edited_at} />;
}
