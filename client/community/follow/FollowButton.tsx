/** Follows a cultivar or member, or ends it; its state is loaded after a page that is the same for every member. */
import { useEffect, useState } from "react";
import { usePage } from "../../page/PageContext.ts";
import { useLastAlert, useNotify } from "../../page/useNotify.ts";
import { useSession } from "../../accounts/sessions/useSession.ts";
import { sendRepeatable } from "../../wire/repeatable.ts";
import { getJson } from "../../wire/request.ts";
import type { FollowState } from "../../wire/types.generated.ts";
import type { FollowLinkProps } from "./FollowLink.tsx";
import "./FollowButton.css";

/**
 * Renders the button that follows something or ends that, which it shows at once; it loads the
 * state unless the page knows it.
 */
export function FollowButton({ kind, id, isFollowed: known, describedBy }: FollowLinkProps) {
  const { store, t } = usePage();
  const { reason } = useNotify();
  const report = useLastAlert();
  const open = useSession();
  const [wasFollowed, setWasFollowed] = useState(known ?? false);
  // The state since a press; that of the host may arrive later.
  const [wanted, setWanted] = useState<boolean>();
  const isFollowed = wanted ?? wasFollowed;
  const [isSending, setSending] = useState(false);
  const path = `/api/account/follows/${kind}:${id}`;
  useEffect(() => {
    // A press works without the state: following twice follows once.
    /** Loads whether the member follows it. */
    const load = async () => setWasFollowed((await getJson<FollowState>(path)).is_followed);
    if (known === undefined) load().catch(() => undefined);
  }, [path, known]);
  /** Follows or ends that; shows the former state again on failure. */
  const press = async () => {
    if (isSending) return;
    report();
    setSending(true);
    setWanted(!isFollowed);
    try {
      const change = { method: isFollowed ? "DELETE" : "PUT", path } as const;
      const session = await open();
      const state = await session.change((credentials) =>
        sendRepeatable<FollowState>(change, credentials),
      );
      setWanted(state.is_followed);
      store.invalidate("feed", "follows");
    } catch (error) {
      setWanted(wanted);
      report(`${t("app.followFailed")}\n${reason(error)}`);
    }
    setSending(false);
  };
  return (
    <button
      type="button"
      className="button button-quiet follow-button"
      aria-pressed={isFollowed}
      aria-describedby={describedBy}
      onClick={() => void press()}
    >
      {t("app.follow")}
    </button>
  );
}
