/** Sign-in callback: waits for the session, then continues to the remembered page. */
import { useQuery, useReplace } from "../../page/address.ts";
import { useEffect, useEffectEvent } from "react";
import type { Language } from "../../contracts/language.ts";
import { inLanguage, pathFor } from "../../language/paths.ts";
import { PageHead } from "../../page/PageHead.tsx";
import { usePage } from "../../page/PageContext.ts";
import { useNotify } from "../../page/useNotify.ts";
import { Spinner } from "../../ui/Spinner.tsx";
import { type SessionLookup, outcomeOf } from "./callback.ts";
import { fetchProfile } from "./queries.ts";
import { wait } from "./refresh.ts";
import { forgetPath, rememberedPath, safePath } from "./returnPath.ts";
import { readMarker } from "./tokenStorage.ts";
import { type OpenSession, useSession } from "./useSession.ts";
import { Welcome } from "./Welcome.tsx";

/**
 * Waits `afterMs` milliseconds, then returns whether a member is signed in. It asks the `Session`,
 * which combines this with the request that it may send at its start.
 */
async function lookForSession(openSession: OpenSession, afterMs: number): Promise<SessionLookup> {
  await wait(afterMs);
  try {
    const view = await (await openSession()).fetchView();
    if (view === null) return "failed";
    return view.member ? "present" : "absent";
  } catch {
    return "failed";
  }
}

/**
 * Returns a path in the language of the profile after a new sign-in; unchanged if the same member
 * was signed in before, or if the profile cannot be read.
 */
async function inProfileLanguage(path: string, memberBefore: string | undefined): Promise<string> {
  const profile = await fetchProfile(wait).catch(() => null);
  if (profile === null || profile.id === memberBefore) return path;
  return inLanguage(path, profile.language);
}

/**
 * Renders a link for readers without scripts: to continue if the host knows their session, else to
 * the login.
 */
function WithoutScripts({ returnPath }: { readonly returnPath: string | null }) {
  const { language, viewer, t } = usePage();
  const outcome = outcomeOf(useQuery(), viewer ? "present" : "absent");
  const isError = outcome.kind === "login";
  const href = isError
    ? loginAddress(language, outcome.error, returnPath)
    : (returnPath ?? pathFor("home", language));
  return (
    <p className="without-scripts panel">
      <a className="button" href={href}>
        {t(isError ? "authCallback.toLogin" : "authCallback.continue")}
      </a>
    </p>
  );
}

/** Returns the address of the login page with the code of an error and the path to return to. */
function loginAddress(language: Language, error: string | null, returnPath: string | null): string {
  const query = `${new URLSearchParams({
    ...(error !== null && { error }),
    ...(returnPath !== null && { return: returnPath }),
  })}`;
  return pathFor("login", language) + (query && `?${query}`);
}

/**
 * Carries out what follows the sign-in: return to the page that the address names, else to the
 * remembered one or `home`; report a failure; or look for the session. It reads the marker first,
 * because the new session replaces it.
 */
function useSignInEnd(home: string, returnPath: string | null): void {
  const { language, t } = usePage();
  const query = useQuery();
  const go = useReplace();
  const { alert } = useNotify();
  const openSession = useSession();
  const follow = useEffectEvent(async () => {
    const memberBefore = readMarker()?.member_id;
    let outcome = outcomeOf(query, "unknown");
    if (outcome.kind === "lookUp") {
      outcome = outcomeOf(query, await lookForSession(openSession, outcome.afterMs));
    }
    if (outcome.kind === "login") {
      if (outcome.alert) alert(t(outcome.alert.key, outcome.alert.params));
      go(loginAddress(language, outcome.error, returnPath));
      return;
    }
    // The form of the welcome leads on.
    if (query.has("welcome")) return;
    const back = returnPath ?? rememberedPath() ?? home;
    const target = await inProfileLanguage(back, memberBefore);
    forgetPath();
    location.replace(target);
  });
  useEffect(() => void follow(), []);
}

/**
 * Renders the page after the sign-in at the provider: the welcome of a new member, or a spinner
 * until the way back is known.
 */
export default function CallbackPage() {
  const { language, site, viewer, t } = usePage();
  const query = useQuery();
  const returnPath = safePath(query.get("return"));
  const home = pathFor("home", language);
  useSignInEnd(home, returnPath);

  if (viewer && query.has("welcome")) {
    return (
      <>
        <PageHead
          title={t("authCallback.welcome.title", { site: site.name })}
          description={t("authCallback.welcome.lead")}
        />
        <Welcome member={viewer} returnPath={returnPath} home={home} />
      </>
    );
  }
  return (
    <>
      <PageHead
        title={t("authCallback.meta.title")}
        description={t("authCallback.meta.description")}
      />
      <h1 className="visually-hidden">{t("authCallback.title")}</h1>
      <Spinner label={t("authCallback.authenticating")} />
      <WithoutScripts returnPath={returnPath} />
    </>
  );
}
