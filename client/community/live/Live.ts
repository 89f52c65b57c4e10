/** The tab's live connection: open while a page subscribes and the tab is visible. */
import type { PostCache } from "../../page/cache/posts.ts";
import { Connection } from "../../page/realtime/connection.ts";
import type { LiveMessage, PostView } from "../../wire/types.generated.ts";
import { loadPost } from "../queries.ts";
import { type LikeChange, subscribeToTabs } from "./tabs.ts";
import type { Listener } from "./useLive.ts";

const path = "/api/live";

/** Listener with what only some need. */
interface ReadersListener extends Listener {
  /** Called when the connection of a new page is open: events since its rendering were missed. */
  readonly onOpen?: () => void;
  /** The reader, who still sees an own post that is withheld from others. */
  readonly ownId?: string | undefined;
}

/** Live connection of this tab, shared by all components that listen. */
export class Live {
  readonly #listeners = new Set<ReadersListener>();
  #connection: Connection | undefined;
  /** Whether the tab was in the background before the present connection, so that events were missed. */
  #wasHidden = false;
  #unsubscribe: (() => void) | undefined;

  /**
   * Applies live events to the posts in `cache` and calls the listener on each, while the tab is
   * visible. Returns a function that stops that.
   */
  listen(cache: PostCache, listener: ReadersListener): () => void {
    this.#listeners.add(listener);
    const onVisibility = () => this.#openOrClose(cache);
    document.addEventListener("visibilitychange", onVisibility);
    onVisibility();
    // Background tabs have no connection, but receive these.
    this.#unsubscribe ??= subscribeToTabs((change) => confirmLike(cache, change));
    return () => {
      document.removeEventListener("visibilitychange", onVisibility);
      this.#listeners.delete(listener);
      this.#openOrClose(cache);
      if (this.#listeners.size > 0) return;
      this.#unsubscribe?.();
      this.#unsubscribe = undefined;
    };
  }

  /** Opens the connection while it is needed, and closes it otherwise. */
  #openOrClose(cache: PostCache): void {
    const isNeeded = this.#listeners.size > 0 && document.visibilityState === "visible";
    if (isNeeded) this.#connection ??= this.#connect(cache);
    else {
      this.#connection = this.#connection?.close();
      this.#wasHidden = this.#listeners.size > 0;
    }
  }

  /** Opens a connection that applies events to the posts of this tab and calls the listeners. */
  #connect(cache: PostCache): Connection {
    const url = new URL(path, location.href);
    url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
    return new Connection({
      open: () => new WebSocket(url),
      onMessage: (message) => {
        this.#apply(cache, message);
        for (const listener of this.#listeners) listener.onEvent(message);
      },
      onOpen: () => this.#onOpen(this.#wasHidden),
      onReconnect: () => this.#onOpen(true),
    });
  }

  /** Calls the listeners once the connection is open; `isGap` if it was missing for a while. */
  #onOpen(isGap: boolean): void {
    for (const listener of this.#listeners) {
      if (isGap) listener.onReconnect?.();
      else listener.onOpen?.();
    }
  }

  /** Applies an event to the posts in the tab's store. */
  #apply(cache: PostCache, event: LiveMessage): void {
    if (event.type === "postChanged") cache.updateCounts(event.id, event);
    if (event.type === "postRemoved") {
      // A post that this tab deletes is hidden already.
      if (this.#isOwn(cache.find(event.id)) && cache.visibility(event.id) === "here")
        void reloadOrFade(cache, event.id);
      else cache.fade([event.id]);
    }
    if (event.type === "postRestored") cache.restore(event.id);
    if (event.type === "postEdited" && cache.has(event.id)) void reload(cache, event.id);
  }

  /** Returns whether a listener's reader wrote the post. */
  #isOwn(post: PostView | undefined): boolean {
    const author = post?.user?.id;
    return author !== undefined && [...this.#listeners].some(({ ownId }) => ownId === author);
  }
}

/** Reads an own post again; marks it as removed if it is gone or cannot be read. */
async function reloadOrFade(cache: PostCache, id: number): Promise<void> {
  const post = await loadPost(id).catch(() => null);
  if (post === null || post === "removed") cache.fade([id]);
  else cache.update([post]);
}

/** Applies a like of another tab of this browser to the posts on this page. */
function confirmLike(cache: PostCache, { id, likes, isLiked }: LikeChange): void {
  const post = cache.find(id);
  if (post) cache.confirm(post, { likes, isLiked });
}

/** Reads a post again and updates its copies in this tab. */
async function reload(cache: PostCache, id: number): Promise<void> {
  const post = await loadPost(id).catch(() => null);
  if (post !== null && post !== "removed") cache.update([post]);
}
