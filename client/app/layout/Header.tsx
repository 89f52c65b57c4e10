/** Header of every page: navigation, language, theme, and profile or login. */
import { type ComponentType, type MouseEvent, useState } from "react";
import type { NotificationPanelProps } from "../../community/notifications/NotificationPanel.tsx";
import type { Viewer } from "../../page/payload.ts";
import { usePath } from "../../page/address.ts";
import { usePage } from "../../page/PageContext.ts";
import { PageLink } from "../../page/PageLink.tsx";
import { pathFor } from "../../language/paths.ts";
import { LanguageSwitch } from "./LanguageSwitch.tsx";
import { Logo } from "./Logo.tsx";
import { ThemeSwitch } from "./ThemeSwitch.tsx";
import { Avatar } from "../../ui/Avatar.tsx";
import "./Header.css";

/**
 * Returns the query of the login's address, by which the reader returns to this page, or from an
 * unknown address to the home page. The login page itself gets none: it has its own return path.
 */
function useLoginQuery(): string {
  const { page, language } = usePage();
  const path = usePath();
  if (page === "login") return "";
  const back = page === "notFound" ? pathFor("home", language) : path;
  return `?return=${encodeURIComponent(back)}`;
}

/**
 * Renders the member's avatar as a link to the profile; with scripts it opens the newest
 * notifications.
 */
function OwnLink({ viewer }: { readonly viewer: Viewer }) {
  const { page, language, store, t } = usePage();
  const [Panel, setPanel] = useState<ComponentType<NotificationPanelProps>>();
  const path = pathFor("profile", language);
  /** Opens the notifications; follows the link to the profile if they cannot be loaded. */
  const open = async (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    try {
      const [{ NotificationPanel }] = await Promise.all([
        import("../../community/notifications/NotificationPanel.tsx"),
        store.addMessages(language, "site/notifications"),
      ]);
      setPanel(() => NotificationPanel);
    } catch {
      location.assign(path);
    }
  };
  return (
    <>
      <a
        href={path}
        className="header-member"
        aria-current={page === "profile" ? "page" : undefined}
        onClick={(event) => void open(event)}
      >
        <Avatar src={viewer.avatar_url} name={viewer.display_name} size="small" />
        <span className="visually-hidden">{t("app.nav.profile")}</span>
        {viewer.has_unread && <span className="header-unread">{t("app.nav.unread")}</span>}
      </a>
      {Panel && <Panel onClose={() => setPanel(undefined)} />}
    </>
  );
}

/** Renders logo, navigation, language, theme, and the member's page or the sign-in. */
export function Header() {
  const { page, site, viewer, t } = usePage();
  const loginQuery = useLoginQuery();
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
          <PageLink to="search" current={page === "search" || page === "memberSearch"}>
            {t("app.nav.search")}
          </PageLink>
        </nav>
        <div className="header-tools">
          <LanguageSwitch />
          <ThemeSwitch />
          {viewer ? (
            <OwnLink viewer={viewer} />
          ) : (
            <PageLink
              to="login"
              suffix={loginQuery}
              className="button button-quiet header-login"
              rel="nofollow"
            >
              {t("app.nav.login")}
            </PageLink>
          )}
        </div>
      </div>
    </header>
  );
}
