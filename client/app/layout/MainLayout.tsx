/** The frame of a page: header, main, and the footer if the route has one. */
import { type ReactNode, useEffect } from "react";
import { routes } from "../../contracts/routes.ts";
import { usePage } from "../../page/PageContext.ts";
import { storedMessages } from "../../ui/notify.ts";
import { Header } from "./Header.tsx";
import { LanguageSuggestion } from "./LanguageSuggestion.tsx";
import { TermsNotice } from "./TermsNotice.tsx";
import "./MainLayout.css";

/** Shows the messages that the previous page stored; if their code does not load, they stay stored. */
async function showMessages(): Promise<void> {
  (await import("./storedMessages.ts")).showStoredMessages();
}

interface MainLayoutProps {
  readonly isSlow: boolean;
  readonly children: ReactNode;
}

/** Renders a page in its frame; routes with the frame "bare" have neither header nor notices. */
export function MainLayout({ isSlow, children }: MainLayoutProps) {
  const { page, store, t } = usePage();
  const Footer = store.footer(page);
  const route = page === "notFound" ? undefined : routes[page];
  const isBare = route?.frame === "bare";
  useEffect(() => {
    if (storedMessages().length > 0) showMessages().catch(() => undefined);
  }, []);

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
      {!isBare && <TermsNotice />}
      <main id="main" className="main-layout-main" tabIndex={-1}>
        {children}
      </main>
      {Footer && <Footer />}
      {!isBare && <LanguageSuggestion />}
      <div id="messages" />
      <p id="announcer" className="visually-hidden" role="status" />
    </>
  );
}
