/** The newest notifications below the avatar: a dialog that is loaded when it is opened. */
import { type MouseEvent, useEffect, useEffectEvent, useId, useLayoutEffect, useRef } from "react";
import { useState } from "react";
import { usePage } from "../../page/PageContext.ts";
import { PageLink } from "../../page/PageLink.tsx";
import { useLastAlert, useNotify } from "../../page/useNotify.ts";
import { useSession } from "../../accounts/sessions/useSession.ts";
import { Button } from "../../ui/Button.tsx";
import { Refusal } from "../../wire/refusal.ts";
import { getJson } from "../../wire/request.ts";
import type { NotificationList } from "../../wire/types.generated.ts";
import { markReadUntil } from "./markRead.ts";
import { NotificationLine } from "./NotificationLine.tsx";
import "./NotificationPanel.css";

const linesMost = 8;

export interface NotificationPanelProps {
  readonly onClose: () => void;
}

/**
 * Returns the notifications, undefined while they load and null after a failure, and a function
 * that loads them again. If the session was ended in another browser, it ends in this tab too.
 */
function useList(): readonly [NotificationList | null | undefined, () => Promise<void>] {
  const open = useSession();
  // Undefined while it is loading, null after a failure.
  const [list, setList] = useState<NotificationList | null>();
  const load = async () => {
    try {
      setList(await getJson<NotificationList>("/api/notifications"));
    } catch (error) {
      setList(null);
      if (!(error instanceof Refusal) || error.status !== 401) return;
      await open()
        .then((session) => session.fetchView())
        .catch(() => undefined);
    }
  };
  const start = useEffectEvent(load);
  useEffect(() => void start(), []);
  return [list, load];
}

/** Renders the newest eight notifications, or a message without any. */
function Lines({ list }: { readonly list: NotificationList | null | undefined }) {
  const { t } = usePage();
  if (list === undefined) return <p role="status">{t("notifications.panel.loading")}</p>;
  if (list === null) return <p role="alert">{t("notifications.failed")}</p>;
  if (list.notifications.length === 0) return <p>{t("notifications.none")}</p>;
  return (
    <ul>
      {list.notifications.slice(0, linesMost).map((one) => (
        <NotificationLine key={`${one.kind} ${one.post_id} ${one.at}`} notification={one} />
      ))}
    </ul>
  );
}

/** Renders the notifications in a dialog; a press beside it or on a link closes it. */
export function NotificationPanel({ onClose }: NotificationPanelProps) {
  const { store, t } = usePage();
  const { reason } = useNotify();
  const report = useLastAlert();
  const open = useSession();
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  const [list, load] = useList();
  const newest = list?.notifications[0];
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);
  /** Marks the notifications up to the newest that is listed as read, and loads them again. */
  const read = async (until: string) => {
    report();
    try {
      await markReadUntil(open, until);
      store.invalidate("notifications");
      await load();
    } catch (error) {
      report(reason(error));
    }
  };
  // A press beside the panel closes it, as a press on one of its links does.
  const press = ({ target }: MouseEvent) => {
    const isLink = target instanceof Element && target.closest("a") !== null;
    if (target === dialog.current || isLink) onClose();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it too.
    <dialog
      ref={dialog}
      className="notification-panel"
      aria-labelledby={heading}
      onClick={press}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <h2 id={heading}>{t("notifications.title")}</h2>
      <p className="notification-panel-actions">
        <PageLink to="notifications" className="button button-quiet">
          {t("notifications.panel.all")}
        </PageLink>
        <PageLink to="profile" className="button button-quiet">
          {t("notifications.panel.profile")}
        </PageLink>
      </p>
      <Lines list={list} />
      <p className="notification-panel-actions">
        {newest && list?.notifications.some(({ is_unread }) => is_unread) && (
          <Button kind="quiet" onPress={() => void read(newest.at)}>
            {t("notifications.read")}
          </Button>
        )}
        <Button kind="quiet" onPress={onClose}>
          {t("notifications.panel.close")}
        </Button>
      </p>
    </dialog>
  );
}
