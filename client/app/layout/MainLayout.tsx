/** The frame of a page: header, main, and the footer where the route table asks for one. */
import type { ReactNode } from "react";
import { routes } from "../../contracts/routes.ts";
import { usePage } from "../../page/PageContext.ts";
import { Footer } from "./Footer.tsx";
import { Header } from "./Header.tsx";
import { LanguageSuggestion } from "./LanguageSuggestion.tsx";
import "./MainLayout.css";

interface MainLayoutProps {
  readonly isSlow: boolean;
  readonly children: ReactNode;
}

export function MainLayout({ isSlow, children }: MainLayoutProps) {
  const { page, t } = usePage();
  const route = page === "notFound" ? undefined : routes[page];
  const isBare = route?.frame === "bare";

  return (
    <>
      {isSlow && (
        <div className="main-layout-progress" role="progressbar" aria-label={t("app.loading")} />
      )}
      {!isBare && (
        <a className="main-layout-skip" href="#main">
          {t("app.skip")}
        </a>
      )}
      {!isBare && <Header />}
      <main id="main" className="main-layout-main" tabIndex={-1}>
        {children}
      </main>
      {route?.footer && <Footer />}
      <LanguageSuggestion />
      <p id="announcer" className="visually-hidden" role="status" />
    </>
  );
}
