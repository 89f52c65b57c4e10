/** Footer of home, the searches, the own profile and the static pages: links to other pages. */
import type { RouteName } from "../../contracts/routes.ts";
import { useFragment } from "../../page/fragments.ts";
import { usePage } from "../../page/PageContext.ts";
import { PageLink } from "../../page/PageLink.tsx";
import type { Site } from "../../page/payload.ts";
import { Logo } from "./Logo.tsx";
import "./Footer.css";

interface Line {
  readonly to: RouteName;
  readonly text: string;
}

/** Renders a group of links under a heading. */
function FooterLinks({
  heading,
  lines,
}: {
  readonly heading: string;
  readonly lines: readonly Line[];
}) {
  return (
    <section className="footer-links">
      <h2>{heading}</h2>
      <ul>
        {lines.map(({ to, text }) => (
          <li key={to}>
            <PageLink to={to}>{text}</PageLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

const explored = [
  "lineages",
  "pedigree",
  "statistics",
  "timeline",
  "breeders",
  "map",
  "calendar",
] as const;

type FooterProps = Omit<Site, "origin">;

/** Renders the content of the footer, which is the same on all pages. */
function Row({ names, social, marks_unset: marksUnset }: FooterProps) {
  const { t } = usePage();
  return (
    <>
      <div className="footer-name">
        <Logo names={names} />
        <p>{t("app.footer.promise")}</p>
      </div>
      <FooterLinks
        heading={t("app.footer.companyHeading")}
        lines={[
          { to: "about", text: t("app.footer.about") },
          { to: "contact", text: t("app.footer.contact") },
        ]}
      />
      <FooterLinks
        heading={t("app.footer.exploreHeading")}
        lines={explored.map((to) => ({ to, text: t(`app.footer.${to}`) }))}
      />
      <FooterLinks
        heading={t("app.footer.legalHeading")}
        lines={[
          { to: "terms", text: t("app.footer.terms") },
          { to: "guidelines", text: t("app.footer.guidelines") },
          { to: "privacy", text: t("app.footer.privacy") },
          { to: "legal", text: t("app.footer.legal") },
          { to: "databaseInfo", text: t("app.footer.databaseInfo") },
        ]}
      />
      {(social.length > 0 || marksUnset) && (
        <section className="footer-links">
          <h2>{t("app.footer.social")}</h2>
          {social.length === 0 && <em>{t("app.footer.socialUnset")}</em>}
          <ul>
            {social.map(({ label, url }) => (
              <li key={url}>
                <a href={url} rel="me noopener" target="_blank">
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

/** Renders the footer as a fragment, whose HTML the worker caches. */
export default function Footer() {
  const { names, social, marks_unset } = usePage().site;
  const row = useFragment(<Row names={names} social={social} marks_unset={marks_unset} />);
  return (
    <footer className="footer">
      <div className="footer-row" {...row} />
    </footer>
  );
}
