/** The ways to show the result of the list, each a link. */
import { pathFor } from "../../language/paths.ts";
import { usePage } from "../../page/PageContext.ts";
import { type CatalogueState, queryOf, relOf, viewNames } from "../search/catalogueSearch.ts";

/** Renders links to the list as cards, table or ruler. */
export function ViewLinks({ state }: { readonly state: CatalogueState }) {
  const { language, t } = usePage();
  return (
    <nav className="cultivar-list-views" aria-label={t("cultivars.view.label")}>
      {(["", ...viewNames] as const).map((view) => {
        const next = { ...state, page: 1, view };
        return (
          <a
            key={view}
            href={pathFor("cultivars", language) + queryOf(next)}
            rel={relOf(next)}
            aria-current={view === state.view ? "true" : undefined}
          >
            {t(`cultivars.view.${view || "cards"}`)}
          </a>
        );
      })}
    </nav>
  );
}
