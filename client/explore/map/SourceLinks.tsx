/** Links of the sources of a prefecture's value, for its page and the map. */
import type { Sourced } from "../../contracts/overview/map.ts";
import { writtenIn } from "../../contracts/language.ts";
import { MixedText } from "../../page/text/MixedText.tsx";
import { usePage } from "../../page/PageContext.ts";

interface SourceLinksProps {
  readonly of: Sourced;
}

/** Renders the quoted document and the links of the sources of a value. */
export function SourceLinks({ of: { sources, quoted } }: SourceLinksProps) {
  const { t } = usePage();
  return (
    <>
      {quoted && (
        <>
          <MixedText text={t("prefectures.quoted", { document: quoted })} />{" "}
        </>
      )}
      {sources.map(({ title, url }, place) => (
        <span key={url}>
          {place > 0 && " / "}
          <a href={url} rel="noopener" lang={writtenIn(title)}>
            {title}
          </a>
        </span>
      ))}
    </>
  );
}
