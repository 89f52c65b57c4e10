/** Who acts on posts here, for the actions; and what a visitor is told who would like to. */
import { pathFor } from "../language/paths.ts";
import { usePage } from "../page/PageContext.ts";
import { useNotify } from "../page/useNotify.ts";
import { useSession } from "../sessions/useSession.ts";
import type { Actor } from "./actions.ts";

export interface Acting extends Actor {
  readonly isMember: boolean;
  /** Says that this needs a login, and leads there and back. */
  readonly askToLogin: (what: "Like" | "Comment") => void;
}

export function useActor(): Acting {
  const { store, viewer, language, path, t } = usePage();
  const open = useSession();
  const { alert } = useNotify();
  const askToLogin = (what: "Like" | "Comment") =>
    alert(t(`postDetail.loginRequiredFor${what}`), {
      text: t("app.nav.login"),
      href: `${pathFor("login", language)}?return=${encodeURIComponent(path)}`,
    });
  return { open, store, isMember: viewer !== null, askToLogin };
}
