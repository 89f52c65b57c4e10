/** The guard of members' pages: asks the host who is there, and sends a visitor to the login, from where they return. */
import { usePath, useReplace } from "../page/address.ts";
import { useEffect, useEffectEvent, useState } from "react";
import { pathFor } from "../language/paths.ts";
import { PageHead } from "../page/PageHead.tsx";
import { usePage } from "../page/PageContext.ts";
import { rememberPath } from "../accounts/sessions/returnPath.ts";
import { useSession } from "../accounts/sessions/useSession.ts";
import { Spinner } from "../ui/Spinner.tsx";
import { LoadFailed } from "../page/LoadFailed.tsx";

export function MembersOnly() {
  const { language, t } = usePage();
  const path = usePath();
  const go = useReplace();
  const open = useSession();
  const [isUnanswered, setUnanswered] = useState(false);
  const ask = useEffectEvent(async () => {
    const view = await open()
      .then((session) => session.view())
      .catch(() => null);
    // A host that gives no answer has not said that nobody is signed in.
    if (view === null) {
      setUnanswered(true);
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
    if (!isUnanswered) void ask();
  }, [isUnanswered]);

  if (isUnanswered) return <LoadFailed retry={() => setUnanswered(false)} />;
  return (
    <>
      <PageHead title={t("app.authenticating")} description={t("app.authenticating")} />
      <Spinner label={t("app.authenticating")} />
    </>
  );
}
