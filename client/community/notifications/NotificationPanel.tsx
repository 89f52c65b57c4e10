/** The newest notifications below the avatar: a dialog that is loaded when it is opened. */
import { type MouseEvent, useEffect, useEffectEvent, useId, useLayoutEffect, useRef } from "react";
import { useState } from "react";
import { usePage } from "../../page/PageContext.ts";
import { PageLink } from "../../page/PageLink.tsx";
import { useNotify } from "../../page/useNotify.ts";
import { useSession } from "../../accounts/sessions/useSession.ts";
import { Button } from "../../ui/Button.tsx";
import { Refusal } from "../../wire/refusal.ts";
import { getJson } from "../../wire/request.ts";
import type { NotificationList } from "../../wire/types.generated.ts";
import { useActor } from "../useActor.ts";
import { markReadUntil } from "./markRead.ts";
import { NotificationLine } from "./NotificationLine.tsx";
import "./NotificationPanel.css";

const linesMost = 8;

export interface NotificationPanelProps {
  readonly onClose: () => void;
}

/** The notifications: undefined while they load, null after a failure, "ended" without a session. */
type Listed = NotificationList | "ended" | null | undefined;

/** Returns whether the host refused a request because the session has ended. */
function isOver(error: unknown): boolean {
  return error instanceof Refusal && error.status === 401;
}

/**
 * Returns the notifications and a function that loads them again. If the session was ended in
 * another browser, it ends in this tab too, and `onEnded` is called.
 */
function useList(onEnded: (error: unknown) => void): readonly [Listed, () => Promise<void>] {
  const open = useSession();
  const [list, setList] = useState<Listed>();
  const load = async () => {
    try {
      setList(await getJson<NotificationList>("/api/notifications"));
    } catch (error) {
      const session = isOver(error) ? await open().catch(() => null) : null;
      // Another tab may have renewed the session meanwhile.
      const isBack = Boolean((await session?.fetchView())?.member);
      const hasEnded = isOver(error) && !isBack;
      setList(hasEnded ? "ended" : null);
      if (hasEnded) onEnded(error);
    }
  };
  const start = useEffectEvent(load);
  useEffect(() => void start(), []);
  return [list, load];
}

/** Renders the newest eight notifications, or a message without any. */
function Lines({ list }: { readonly list: Listed }) {
  const { t } = usePage();
  // A message says so, with a link to the login.
  if (list === "ended") return null;
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
  const actor = useActor();
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  /** Reports a failure; an ended session with a link to the login. */
  const report = (error: unknown) =>
    actor.reportFailure(isOver(error) ? t("notifications.panel.ended") : reason(error), error);
  const [list, load] = useList(report);
  const notifications = list && list !== "ended" ? list.notifications : [];
  const newest = notifications[0];
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);
  /** Marks the notifications up to the newest that is listed as read, and loads them again. */
  const read = async (until: string) => {
    actor.removeReport();
    try {
      await markReadUntil(actor.open, until);
      store.invalidate("notifications");
      await load();
    } catch (error) {
      report(error);
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
        {newest && notifications.some(({ is_unread }) => is_unread) && (
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
