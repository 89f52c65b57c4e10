/** Keeps the mark in the header as the host has it, in every open tab of the member. */
import { PostCache } from "../../page/cache/posts.ts";
import type { PageStore } from "../../page/PageStore.ts";
import { getJson } from "../../wire/request.ts";
import type { UnreadState } from "../../wire/types.generated.ts";
import { Live } from "../live/Live.ts";

/**
 * Calls `setUnread` whenever the member's notifications change, until the page is left. The host is
 * asked, too, when events may have been missed.
 */
export function watchNotifications(
  store: PageStore,
  setUnread: (hasUnread: boolean) => void,
): void {
  let asked = 0;
  /** Asks the host whether there are unread notifications. */
  const refresh = async () => {
    asked += 1;
    const request = asked;
    // The account page that a notification leads to lists a new decision too.
    store.invalidate("notifications", "decisions");
    const { has_unread } = await getJson<UnreadState>("/api/notifications/unread");
    // Of several requests the last one counts.
    if (request === asked) setUnread(has_unread);
  };
  const update = () => void refresh().catch(() => undefined);
  store.singleton(Live).listen(store.singleton(PostCache), {
    onEvent: (event) => {
      if (event.type === "notificationsChanged") update();
    },
    onOpen: update,
    onReconnect: update,
  });
}
