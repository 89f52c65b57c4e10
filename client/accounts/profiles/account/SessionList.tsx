/** All browsers in which the member is signed in, each with a button to end its session. */
import { useEffect, useState } from "react";
import { momentText } from "../../../language/dates.ts";
import { usePage } from "../../../page/PageContext.ts";
import { useLastAlert, useNotify } from "../../../page/useNotify.ts";
import { endEverySession, endSession } from "../../sessions/actions.ts";
import { fetchSessions } from "../../sessions/queries.ts";
import { useSession } from "../../sessions/useSession.ts";
import { Button } from "../../../ui/Button.tsx";
import type { SessionEntry } from "../../../wire/types.generated.ts";
import "./SessionList.css";

/**
 * Returns the open sessions, undefined while they load and null after a failure, and functions that
 * end one of them, or all with that of this browser.
 */
function useSessions() {
  const { reason, inform } = useNotify();
  const report = useLastAlert();
  const { t } = usePage();
  const open = useSession();
  const [sessions, setSessions] = useState<readonly SessionEntry[] | null>();
  useEffect(() => {
    fetchSessions().then(setSessions, () => setSessions(null));
  }, []);

  /** Carries out a change and reports a failure. */
  const attempt = (change: () => Promise<void>) => {
    report();
    return change().catch((error: unknown) => report(reason(error)));
  };
  const end = ({ id }: SessionEntry) =>
    attempt(async () => {
      await (await open()).change((credentials) => endSession(id, credentials));
      setSessions((before) => before?.filter((session) => session.id !== id));
      inform(t("account.sessions.ended"));
    });
  const endAll = () =>
    attempt(async () => {
      const session = await open();
      await session.change(endEverySession);
      session.endHere();
    });
  return { sessions, end, endAll };
}

interface SessionRowProps {
  readonly session: SessionEntry;
  readonly onEnd: (session: SessionEntry) => void;
}

/** Renders one browser, with a button that signs it out unless it is this one. */
function SessionRow({ session, onEnd }: SessionRowProps) {
  const { language, t } = usePage();
  const { device, created_at, seen_at, is_current } = session;
  return (
    <li className="session-row">
      <p>
        <b>{device || t("account.sessions.unknownDevice")}</b>
        {is_current && <span className="session-current">{t("account.sessions.current")}</span>}
        <small>
          {t("account.sessions.seen", { moment: momentText(seen_at, language) })}
          <br />
          {t("account.sessions.since", { moment: momentText(created_at, language) })}
        </small>
      </p>
      {!is_current && (
        <Button kind="quiet" onPress={() => onEnd(session)}>
          {t("account.sessions.end")}
          <span className="visually-hidden"> {device}</span>
        </Button>
      )}
    </li>
  );
}

/** Renders the sessions of the account with their devices. */
export function SessionList() {
  const { t } = usePage();
  const { sessions, end, endAll } = useSessions();
  if (sessions === undefined)
    return <p className="session-waiting needs-scripts">{t("app.loading")}</p>;
  return (
    <>
      {sessions === null && <p role="alert">{t("app.loadFailed.title")}</p>}
      <ul className="session-list">
        {sessions?.map((session) => (
          <SessionRow key={session.id} session={session} onEnd={end} />
        ))}
      </ul>
      <p className="quiet">{t("account.sessions.hint")}</p>
      <p className="account-actions">
        <Button kind="quiet" onPress={endAll}>
          {t("account.sessions.endAll")}
        </Button>
      </p>
    </>
  );
}
