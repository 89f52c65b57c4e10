/** Where Google sends a reader back to: a moment's wait, then on to where they were going. */
import { useEffect, useEffectEvent } from "react";
import { inLanguage, pathFor } from "../../language/paths.ts";
import { PageHead } from "../../page/PageHead.tsx";
import { usePage } from "../../page/PageContext.ts";
import { useNotify } from "../../page/useNotify.ts";
import { Spinner } from "../../ui/Spinner.tsx";
import { type Found, type Outcome, outcomeOf } from "./callback.ts";
import { fetchProfile } from "./queries.ts";
import { wait } from "./refresh.ts";
import { forgetPath, rememberedPath, safePath } from "./returnPath.ts";
import { readMarker } from "./tokenStorage.ts";
import { type OpenSession, useSession } from "./useSession.ts";

/** Asked by the session itself: two questions at once would be one too many, and one left behind. */
async function lookForSession(openSession: OpenSession, afterMs: number): Promise<Found> {
  await wait(afterMs);
  try {
    const view = await (await openSession()).view();
    if (view === null) return "failed";
    return view.member ? "present" : "absent";
  } catch {
    return "failed";
  }
}

/** Only a real sign-in turns the language: a member who was already in keeps the page's. */
async function inProfileLanguage(path: string, memberBefore: string | undefined): Promise<string> {
  const profile = await fetchProfile(wait).catch(() => null);
  if (profile === null || profile.id === memberBefore) return path;
  return inLanguage(path, profile.language);
}

/** The ways on for a reader without scripts, whom the host has signed in all the same. */
function WithoutScripts({ outcome, back }: { readonly outcome: Outcome; readonly back: string }) {
  const { language, t } = usePage();
  const isError = outcome.kind === "login";
  const href = isError ? loginAddress(pathFor("login", language), outcome) : back;
  return (
    <p className="without-scripts panel">
      <a className="button" href={href}>
        {t(isError ? "authCallback.toLogin" : "authCallback.continue")}
      </a>
    </p>
  );
}

function loginAddress(login: string, { error }: { readonly error: string | null }): string {
  return error === null ? login : `${login}?error=${error}`;
}

/** Follows the outcomes to where they end. Whose marker lay here before this sign-in must be read first. */
function useSignInEnd(home: string, asked: string | null): void {
  const { query, language, go, t } = usePage();
  const { alert } = useNotify();
  const openSession = useSession();
  const follow = useEffectEvent(async () => {
    const memberBefore = readMarker()?.member_id;
    let outcome = outcomeOf(query, "unasked");
    if (outcome.kind === "ask") {
      outcome = outcomeOf(query, await lookForSession(openSession, outcome.afterMs));
    }
    if (outcome.kind === "login") {
      if (outcome.alert) alert(t(outcome.alert.key, outcome.alert.params));
      go?.(loginAddress(pathFor("login", language), outcome));
      return;
    }
    const back = asked ?? rememberedPath() ?? home;
    const target = await inProfileLanguage(back, memberBefore);
    forgetPath();
    location.replace(target);
  });
  useEffect(() => void follow(), []);
}

export default function CallbackPage() {
  const { query, language, t } = usePage();
  const asked = safePath(query.get("return"));
  const home = pathFor("home", language);
  useSignInEnd(home, asked);

  return (
    <>
      <PageHead
        title={t("authCallback.meta.title")}
        description={t("authCallback.meta.description")}
      />
      <h1 className="visually-hidden">{t("authCallback.title")}</h1>
      <Spinner label={t("authCallback.authenticating")} />
      <WithoutScripts outcome={outcomeOf(query, "unasked")} back={asked ?? home} />
    </>
  );
}
