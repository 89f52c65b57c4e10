/** The foot of home, profile and the static pages: who we are, the rules, and where else to find us. */
import type { RouteName } from "../../contracts/routes.ts";
import { usePage } from "../../page/PageContext.ts";
import { PageLink } from "../../page/PageLink.tsx";
import { Logo } from "./Logo.tsx";
import "./Footer.css";

interface Line {
  readonly to: RouteName;
  readonly text: string;
}

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

export function Footer() {
  const { site, t } = usePage();
  return (
    <footer className="footer">
      <div className="footer-row">
        <div className="footer-name">
          <Logo names={site.names} />
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
          heading={t("app.footer.legalHeading")}
          lines={[
            { to: "terms", text: t("app.footer.terms") },
            { to: "privacy", text: t("app.footer.privacy") },
            { to: "legal", text: t("app.footer.legal") },
            { to: "databaseInfo", text: t("app.footer.databaseInfo") },
          ]}
        />
        {site.social.length > 0 && (
          <section className="footer-links">
            <h2>{t("app.footer.social")}</h2>
            <ul>
              {site.social.map(({ label, url }) => (
                <li key={url}>
                  <a href={url} rel="me noopener" target="_blank">
                    {label}
                  </a>
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </footer>
  );
}
