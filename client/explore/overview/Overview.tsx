/** The frame of the pages that show the catalogue as a whole: breadcrumb, heading and links to the others. */
import type { ReactNode } from "react";
import type { RouteName } from "../../contracts/routes.ts";
import { usePage } from "../../page/PageContext.ts";
import { PageLink } from "../../page/PageLink.tsx";
import { Phrases } from "../../page/text/Phrases.tsx";
import "../../page/Breadcrumb.css";
import "./Overview.css";

const siblings = [
  "statistics",
  "timeline",
  "breeders",
  "map",
  "calendar",
  "lineages",
  "pedigree",
] as const satisfies readonly RouteName[];

interface OverviewProps {
  readonly title: ReactNode;
  readonly lead: string;
  /** The name of this page in the breadcrumb. */
  readonly short: string;
  /** The page above this one, if that is not the home page. */
  readonly parent?: (typeof siblings)[number];
  readonly children: ReactNode;
}

/** Renders the trail of links from the home page to this page. */
function Breadcrumb({ short, parent }: Pick<OverviewProps, "short" | "parent">) {
  const { t } = usePage();
  return (
    <nav className="breadcrumb" aria-label={t("overview.trail")}>
      <ol>
        <li>
          <PageLink to="home">{t("app.home")}</PageLink>
        </li>
        {parent && (
          <li>
            <PageLink to={parent}>{t(`app.footer.${parent}`)}</PageLink>
          </li>
        )}
        <li aria-current="page">{short}</li>
      </ol>
    </nav>
  );
}

/**
 * Renders breadcrumb, heading and lead of a page, then its content and links to the other
 * overviews.
 */
export function Overview({ title, lead, short, parent, children }: OverviewProps) {
  const { page, t } = usePage();
  return (
    <article className="overview">
      <Breadcrumb short={short} {...(parent && { parent })} />
      <h1>{typeof title === "string" ? <Phrases text={title} /> : title}</h1>
      <p className="overview-lead">{lead}</p>
      {children}
      <nav className="overview-also" aria-labelledby="also">
        <h2 id="also">{t("overview.also")}</h2>
        <ul>
          {siblings
            .filter((name) => name !== page)
            .map((name) => (
              <li key={name}>
                <PageLink to={name}>{t(`app.footer.${name}`)}</PageLink>
              </li>
            ))}
        </ul>
      </nav>
    </article>
  );
}
