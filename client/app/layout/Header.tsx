/** The head of every page: home, cultivars, community, language, theme, and the way in. */
import { usePage } from "../../page/PageContext.ts";
import { PageLink } from "../../page/PageLink.tsx";
import { LanguageSwitch } from "./LanguageSwitch.tsx";
import { Logo } from "./Logo.tsx";
import { ThemeSwitch } from "./ThemeSwitch.tsx";
import "./Header.css";

export function Header() {
  const { page, site, t } = usePage();
  return (
    <header className="header">
      <div className="header-row">
        <PageLink to="home" className="header-logo">
          <Logo names={site.names} />
          <span className="visually-hidden">{t("app.home")}</span>
        </PageLink>
        <nav className="header-nav" aria-label={t("app.nav.label")}>
          <PageLink to="cultivars" current={page === "cultivars" || page === "cultivar"}>
            {t("app.nav.cultivars")}
          </PageLink>
          <PageLink to="community" current={page === "community" || page === "post"}>
            {t("app.nav.community")}
          </PageLink>
        </nav>
        <div className="header-tools">
          <LanguageSwitch />
          <ThemeSwitch />
          <PageLink to="login" className="button button-quiet header-login">
            {t("app.nav.login")}
          </PageLink>
        </div>
      </div>
    </header>
  );
}
