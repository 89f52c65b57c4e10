/** Guard of members' pages: checks the session, and redirects visitors to the login with a way back. */
import { usePath, useReplace } from "../page/address.ts";
import { useEffect, useEffectEvent, useState } from "react";
import { pathFor } from "../language/paths.ts";
import { PageHead } from "../page/PageHead.tsx";
import { usePage } from "../page/PageContext.ts";
import { rememberPath } from "../accounts/sessions/returnPath.ts";
import { useSession } from "../accounts/sessions/useSession.ts";
import { Spinner } from "../ui/Spinner.tsx";
import { LoadFailed } from "../page/LoadFailed.tsx";

/**
 * Renders a spinner while it checks the session; then opens the members' page, or the login page
 * for a visitor.
 */
export function MembersOnly() {
  const { language, t } = usePage();
  const path = usePath();
  const go = useReplace();
  const open = useSession();
  const [hasFailed, setFailed] = useState(false);
  const checkSession = useEffectEvent(async () => {
    const view = await open()
      .then((session) => session.fetchView())
      .catch(() => null);
    // A failed request does not mean that the reader is signed out.
    if (view === null) {
      setFailed(true);
      return;
    }
    if (view.member) {
      go(path);
      return;
    }
    rememberPath(path);
    go(`${pathFor("login", language)}?return=${encodeURIComponent(path)}`);
  });
  useEffect(() => {
    if (!hasFailed) void checkSession();
  }, [hasFailed]);

  if (hasFailed) return <LoadFailed retry={() => setFailed(false)} />;
  return (
    <>
      <PageHead title={t("app.authenticating")} description={t("app.authenticating")} />
      <Spinner label={t("app.authenticating")} />
    </>
  );
}
