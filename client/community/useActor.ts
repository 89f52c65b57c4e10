/** The acting member for actions on posts, and the message for visitors. */
import { useRef } from "react";
import { pathFor } from "../language/paths.ts";
import { usePage } from "../page/PageContext.ts";
import { useNotify } from "../page/useNotify.ts";
import { useSession } from "../accounts/sessions/useSession.ts";
import { notifyNext } from "../ui/notify.ts";
import { Refusal } from "../wire/refusal.ts";
import type { Actor } from "./actions.ts";

export interface CurrentActor extends Actor {
  readonly isMember: boolean;
  /** Shows that this needs a login, with a link there and back. */
  readonly askToLogin: (what: "Like" | "Comment") => void;
  /**
   * Reports a failure; returns a function that removes the message. After an expired session the
   * page reloads, and the next page repeats the message and its link to the login.
   */
  readonly reportFailure: (text: string, error: unknown) => () => void;
  /** Removes the last report: the action is repeated. */
  readonly removeReport: () => void;
}

/**
 * Returns the session and the store for `actions.ts`, whether the reader is a member, a message
 * that asks to sign in, and reports of failures.
 */
export function useActor(): CurrentActor {
  const page = usePage();
  const { store, language, t } = page;
  const open = useSession();
  const { alert } = useNotify();
  const remove = useRef<() => void>(undefined);
  /**
   * Returns the link to the login page, which leads back to this page. It reads the address at the
   * press of a button, because rendering is the same for every reader.
   */
  const login = () => ({
    text: t("app.nav.login"),
    href: `${pathFor("login", language)}?return=${encodeURIComponent(location.pathname + location.search)}`,
  });
  const askToLogin = (what: "Like" | "Comment") =>
    alert(t(`postDetail.loginRequiredFor${what}`), login());
  const reportFailure = (text: string, error: unknown) => {
    const isOver = error instanceof Refusal && error.status === 401;
    if (isOver) notifyNext({ text, kind: "alert", link: login(), close: t("app.close") });
    remove.current = alert(text, isOver ? login() : undefined);
    return remove.current;
  };
  return {
    open,
    store,
    get isMember() {
      return page.viewer !== null;
    },
    askToLogin,
    reportFailure,
    removeReport: () => remove.current?.(),
  };
}
