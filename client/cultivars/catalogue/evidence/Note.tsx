/** Where a value comes from: documents with links, and how the value was found in them. */
import type { SourceNote } from "../../../contracts/observations.ts";
import { writtenIn } from "../../../contracts/language.ts";
import { MixedText } from "../../../page/text/MixedText.tsx";
import { usePage } from "../../../page/PageContext.ts";

type Translate = ReturnType<typeof usePage>["t"];

/**
 * Returns the words for the quoted document of a value known from a quotation only, with its name
 * if known; empty for other values.
 */
function documentText({ basis, quoted }: SourceNote, t: Translate): string {
  if (basis !== "quoted") return "";
  return quoted
    ? t("observations.note.quoted", { document: quoted })
    : t("observations.note.quotedPlain");
}

/** Returns the words that say how the value was found in the source; empty for a quotation. */
function basisText({ basis, quoted }: SourceNote, t: Translate): string {
  if (basis === "quoted") return "";
  if (basis === "read" && quoted) return t("observations.note.readQuoting", { document: quoted });
  return t(`observations.note.${basis}`);
}

/** Renders the documents of a value with links, and how they state the value. */
export function Note({ note }: { readonly note: SourceNote }) {
  const { language, t } = usePage();
  const document = documentText(note, t);
  const basis = basisText(note, t);
  const colon = language === "ja" ? "：" : ": ";
  return (
    <>
      {document && <MixedText text={document + colon} />}
      {note.sources.map(({ title, publisher, url }, place) => (
        <span key={url}>
          {place > 0 && " / "}
          <a href={url} rel="noopener" lang={writtenIn(title)}>
            {title}
          </a>
          {!document && (
            <>
              {language === "ja" ? "、" : ", "}
              <span lang={writtenIn(publisher)}>{publisher}</span>
            </>
          )}
        </span>
      ))}
      {basis && <MixedText text={colon + basis} />}
    </>
  );
}
