/** Header of every page: navigation, language, theme, and profile or login. */
import { usePath } from "../../page/address.ts";
import { usePage } from "../../page/PageContext.ts";
import { PageLink } from "../../page/PageLink.tsx";
import { LanguageSwitch } from "./LanguageSwitch.tsx";
import { Logo } from "./Logo.tsx";
import { ThemeSwitch } from "./ThemeSwitch.tsx";
import "../../ui/Avatar.css";
import "./Header.css";

export function Header() {
  const { page, site, viewer, t } = usePage();
  const path = usePath();
  // After the login the reader returns to this page.
  const isPlain = page === "home" || page === "login" || page === "notFound";
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
          {viewer ? (
            <PageLink to="profile" className="header-member" current={page === "profile"}>
              {viewer.avatar_url ? (
                <img className="avatar avatar-small" src={viewer.avatar_url} alt="" />
              ) : (
                <span className="avatar avatar-small avatar-leaf" />
              )}
              <span className="visually-hidden">{t("app.nav.profile")}</span>
            </PageLink>
          ) : (
            <PageLink
              to="login"
              suffix={isPlain ? "" : `?return=${encodeURIComponent(path)}`}
              className="button button-quiet header-login"
            >
              {t("app.nav.login")}
            </PageLink>
          )}
        </div>
      </div>
    </header>
  );
}
