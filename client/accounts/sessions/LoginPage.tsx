/** Login page: one button to Google; in-app browsers get a guide first. */
import { useQuery } from "../../page/address.ts";
import { useEffect, useState } from "react";
import { languages } from "../../contracts/language.ts";
import { routeNames, routes } from "../../contracts/routes.ts";
import { pathFor } from "../../language/paths.ts";
import { MixedText } from "../../page/text/MixedText.tsx";
import { PageHead } from "../../page/PageHead.tsx";
import { usePage, usePageData } from "../../page/PageContext.ts";
import { PageLink } from "../../page/PageLink.tsx";
import { type InAppBrowser, inAppBrowserOf } from "./inAppBrowser.ts";
import { InAppGuide } from "./InAppGuide.tsx";
import { rememberedPath, rememberPath, safePath } from "./returnPath.ts";
import { dateText, momentText } from "../../language/dates.ts";
import "./LoginPage.css";

/**
 * Returns the instant at which the day of the end of a suspension, from the address, begins in
 * Japan; null for an invalid day, because anyone can edit an address.
 */
function suspensionEnd(until: string | null): string | null {
  if (until === null || !/^\d{4}-\d{2}-\d{2}$/.test(until)) return null;
  const instant = `${until}T00:00:00+09:00`;
  return Number.isNaN(Date.parse(instant)) ? null : instant;
}

/** Renders the message to a suspended member, with the end of the suspension. */
function SuspensionNotice() {
  const { language, t } = usePage();
  const query = useQuery();
  const { email } = usePageData("operator");
  const end = suspensionEnd(query.get("until"));
  return (
    <div className="login-error" role="alert">
      <p>{t("login.errors.suspended")}</p>
      <p>
        {end
          ? t("login.suspendedUntil", { date: dateText(end, language) })
          : t("login.suspendedForNow")}
      </p>
      <p>
        {t("login.suspendedContact")}{" "}
        {email ? (
          <a href={`mailto:${email}`}>{email}</a>
        ) : (
          <PageLink to="contact">{t("login.suspendedContactPage")}</PageLink>
        )}
      </p>
    </div>
  );
}

/** Renders from when a member who left lately can register again; without a time, just that. */
function DepartureNotice() {
  const { language, t } = usePage();
  const until = useQuery().get("until") ?? "";
  const isTime = /^[\d-]{10}T[\d:]{5}Z$/.test(until) && !Number.isNaN(Date.parse(until));
  return (
    <div className="login-error" role="alert">
      <p>{t("login.errors.left_lately")}</p>
      {isTime && <p>{t("login.returnsAt", { time: momentText(until, language) })}</p>}
    </div>
  );
}

/** Addresses that redirect visitors to the login, in both languages. */
const membersPaths: readonly string[] = routeNames
  .filter((name) => routes[name].guard === "members")
  .flatMap((name) => languages.map((language) => pathFor(name, language)));

const errors = [
  "oauth_failed",
  "auth_callback_failed",
  "too_many_requests",
  "expired",
  "another_member",
  "form_refused",
] as const;

/**
 * Returns the path to return to after the sign-in, from the address, else from this tab's storage;
 * stores that of the address, because the sign-in leaves this page.
 */
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

/**
 * Returns the app whose built-in browser shows the page, in which Google refuses to sign in;
 * undefined in other browsers.
 */
function useInAppBrowser(): InAppBrowser | undefined {
  const [app, setApp] = useState<InAppBrowser>();
  useEffect(() => setApp(inAppBrowserOf(navigator.userAgent)), []);
  return app;
}

/** Returns whether a path is of a members' page, so that the login page gives that as reason. */
function isForMembers(path: string | null): boolean {
  return path !== null && membersPaths.includes(path.replace(/[?#].*/, ""));
}

/** Renders why the sign-in failed or why it is needed; nothing otherwise. */
function Notice() {
  const { t } = usePage();
  const query = useQuery();
  if (query.get("error") === "suspended") return <SuspensionNotice />;
  if (query.get("error") === "left_lately") return <DepartureNotice />;
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

/** Renders the link that begins the sign-in. */
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

/** Renders that the member is already signed in, with a link to continue. */
function SignedInNotice({ back }: { readonly back: string | null }) {
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

/** Renders the link to Google, or the guide in an in-app browser. */
function SignInOptions({ back }: { readonly back: string | null }) {
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

/** Renders the sign-in page; a signed-in member gets a link to continue. */
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
        {viewer ? <SignedInNotice back={back} /> : <SignInOptions back={back} />}
        <p className="login-legal">
          <span>{t("login.before")}</span>
          <PageLink to="terms">{t("login.terms")}</PageLink>{" "}
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

/** Renders Google's logo, as its rules for sign-in buttons require. */
function GoogleMark() {
  return (
    <svg className="google-mark" viewBox="0 0 48 48" aria-hidden="true">
      <path
        fill="#EA4335"
        d="M24 9.500c3.540 0 6.710 1.220 9.210 3.600l6.850-6.850C35.900 2.380 30.470 0 24 0 14.620 0 6.510 5.380 2.560 13.220l7.980 6.190C12.430 13.720 17.740 9.500 24 9.500z"
      />
      <path
        fill="#4285F4"
        d="M46.980 24.550c0-1.570-.15-3.090-.38-4.550H24v9.020h12.940c-.58 2.960-2.260 5.480-4.780 7.180l7.730 6c4.510-4.180 7.090-10.360 7.090-17.650z"
      />
      <path
        fill="#FBBC05"
        d="M10.530 28.590c-.48-1.450-.76-2.990-.76-4.590s.27-3.140.76-4.590l-7.980-6.190C.92 16.460 0 20.120 0 24c0 3.880.92 7.540 2.560 10.780l7.970-6.190z"
      />
      <path
        fill="#34A853"
        d="M24 48c6.480 0 11.930-2.130 15.890-5.810l-7.730-6c-2.150 1.450-4.920 2.300-8.160 2.300-6.260 0-11.570-4.220-13.470-9.910l-7.980 6.190C6.510 42.620 14.620 48 24 48z"
      />
    </svg>
  );
}
