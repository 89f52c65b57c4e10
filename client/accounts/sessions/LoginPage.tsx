/** Login page: one button to Google; in-app browsers get a guide first. */
import { useQuery } from "../../page/address.ts";
import { useEffect, useState } from "react";
import { languages } from "../../contracts/language.ts";
import { routeNames, routes } from "../../contracts/routes.ts";
import { pathFor } from "../../language/paths.ts";
import { MixedText } from "../../page/MixedText.tsx";
import { PageHead } from "../../page/PageHead.tsx";
import { usePage } from "../../page/PageContext.ts";
import { PageLink } from "../../page/PageLink.tsx";
import { GoogleMark } from "./GoogleMark.tsx";
import { type InAppBrowser, inAppBrowserOf } from "./inAppBrowser.ts";
import { InAppGuide } from "./InAppGuide.tsx";
import { rememberedPath, rememberPath, safePath } from "./returnPath.ts";
import { SuspensionNotice } from "./SuspensionNotice.tsx";
import "./LoginPage.css";

/** Addresses that redirect visitors to the login, in both languages. */
const membersPaths: readonly string[] = routeNames
  .filter((name) => routes[name].guard === "members")
  .flatMap((name) => languages.map((language) => pathFor(name, language)));

const errors = ["oauth_failed", "auth_callback_failed", "too_many_requests"] as const;

/** The return path from the address, else from this tab's storage. */
function useReturnPath(): string | null {
  const query = useQuery();
  const asked = safePath(query.get("return"));
  const [back, setBack] = useState(asked);
  useEffect(() => {
    rememberPath(asked);
    setBack(asked ?? rememberedPath());
  }, [asked]);
  return back;
}

function useInAppBrowser(): InAppBrowser | undefined {
  const [app, setApp] = useState<InAppBrowser>();
  useEffect(() => setApp(inAppBrowserOf(navigator.userAgent)), []);
  return app;
}

function isForMembers(path: string | null): boolean {
  return path !== null && membersPaths.includes(path.replace(/[?#].*/, ""));
}

/** The reason of a failed sign-in, or why a login is needed. */
function Notice() {
  const { t } = usePage();
  const query = useQuery();
  if (query.get("error") === "suspended") return <SuspensionNotice />;
  const error = errors.find((name) => name === query.get("error"));
  if (error) {
    return (
      <p className="login-error" role="alert">
        {t(`login.errors.${error}`)}
      </p>
    );
  }
  return (
    isForMembers(query.get("return")) && <p className="login-required">{t("login.required")}</p>
  );
}

function GoogleButton({ back }: { readonly back: string | null }) {
  const { language, t } = usePage();
  const query = new URLSearchParams({ ...(back ? { return: back } : {}), language });
  return (
    <a className="login-google" href={`/api/auth/google?${query}`} rel="nofollow">
      <GoogleMark />
      {t("login.google")}
    </a>
  );
}

/** A member who opens the login page is already signed in. */
function AlreadyIn({ back }: { readonly back: string | null }) {
  const { language, viewer, t } = usePage();
  return (
    <>
      <p className="login-lead">
        <MixedText text={t("login.already", { name: viewer?.display_name ?? "" })} />
      </p>
      <a className="button" href={back ?? pathFor("home", language)}>
        {t("login.continue")}
      </a>
    </>
  );
}

function WayIn({ back }: { readonly back: string | null }) {
  const { t } = usePage();
  const app = useInAppBrowser();
  return (
    <>
      <p className="login-lead">{t("login.lead")}</p>
      {app ? <InAppGuide app={app} /> : <GoogleButton back={back} />}
      <ul className="login-promises">
        <li>{t("login.promises.email")}</li>
        <li>{t("login.promises.password")}</li>
      </ul>
    </>
  );
}

export default function LoginPage() {
  const { viewer, t } = usePage();
  const back = useReturnPath();
  return (
    <div className="login">
      <PageHead title={t("login.meta.title")} description={t("login.meta.description")} />
      <p className="login-upright" lang="ja" aria-hidden="true">
        {t("login.vertical")}
      </p>
      <section className="login-card">
        <h1>{t("login.title")}</h1>
        <Notice />
        {viewer ? <AlreadyIn back={back} /> : <WayIn back={back} />}
        <p className="login-legal">
          <span>{t("login.before")}</span> <PageLink to="terms">{t("login.terms")}</PageLink>{" "}
          <PageLink to="privacy">{t("login.privacy")}</PageLink>
        </p>
        <p className="login-home">
          <PageLink to="home" className="button button-quiet">
            {t("login.home")}
          </PageLink>
        </p>
      </section>
    </div>
  );
}
