/** What a member shares on their page: collections, and the cultivars that they follow. */
import { useCultivarNames } from "../../../cultivars/catalogue/useCatalogue.ts";
import { usePage, usePageData } from "../../../page/PageContext.ts";
import { PageLink } from "../../../page/PageLink.tsx";
import { CollectionLinks } from "./CollectionLinks.tsx";

/**
 * Renders the collections that a member shares and the cultivars that they follow; nothing without
 * any.
 */
export function SharedThings({ id }: { readonly id: string }) {
  const { t } = usePage();
  const names = useCultivarNames();
  const shared = usePageData("shared", { id });
  if (shared === null) return null;
  const { collections, cultivars } = shared;
  return (
    <>
      {collections.length > 0 && (
        <section className="profile-section">
          <h2>{t("collections.heading")}</h2>
          <CollectionLinks collections={collections} />
        </section>
      )}
      {cultivars.length > 0 && (
        <section className="profile-section">
          <h2>{t("member.followed")}</h2>
          <ul className="collection-cultivars">
            {cultivars.map((one) => (
              <li key={one}>
                <PageLink to="cultivar" params={{ id: one }}>
                  {names[one]?.name ?? one}
                </PageLink>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
