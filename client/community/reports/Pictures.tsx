/** Pictures of what a report or a decision is about. */
import { usePage } from "../../page/PageContext.ts";
import { textLanguage } from "../../language/textLanguage.ts";
import type { ReportedPicture } from "../../wire/types.generated.ts";

/**
 * Renders the pictures of a reported post, or of a member; nothing if there are none. Their
 * alternative texts are visible, because a rule may have held the post for one of them.
 */
export function Pictures({ images }: { readonly images: readonly ReportedPicture[] | undefined }) {
  const { t } = usePage();
  if (!images?.length) return null;
  return (
    <ul className="case-pictures">
      {images.map(({ url, width, height, alt }, index) => (
        <li key={url}>
          <a href={url}>
            <img
              src={url}
              width={width}
              height={height}
              loading="lazy"
              alt={t("moderation.pictures", { number: index + 1 })}
            />
          </a>
          {alt && (
            <p dir="auto" lang={textLanguage(alt)}>
              {alt}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}
