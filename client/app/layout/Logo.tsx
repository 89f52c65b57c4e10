/** The site's mark: the Japanese name in the display face, with the English one beside it in small capitals. */

/** Renders the site's name in Japanese and in English; only one of them if they are equal. */
export function Logo({ names }: { readonly names: { readonly en: string; readonly ja: string } }) {
  return (
    <>
      <span className="header-logo-ja" lang="ja">
        {names.ja}
      </span>
      {names.en !== names.ja && (
        <span className="header-logo-en" lang="en">
          {names.en}
        </span>
      )}
    </>
  );
}
