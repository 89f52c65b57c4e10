/** The tab's live connection: open while a page subscribes and the tab is visible. */
import type { PostCache } from "../../page/cache/posts.ts";
import { Connection } from "../../page/realtime/connection.ts";
import type { LiveMessage, PostView } from "../../wire/types.generated.ts";
import { loadPost } from "../queries.ts";
import { type LikeChange, subscribeToTabs } from "./tabs.ts";
import type { Listener } from "./useLive.ts";

const path = "/api/live";

/** Reads of a post that changes meanwhile, before an answer is stored although it may be older. */
const maxReads = 5;

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
  /** The number of reads of each post that were begun. */
  readonly #reads = new Map<number, number>();

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
        this.reload(cache, event.id).catch(() => cache.fade([event.id]));
      else cache.fade([event.id]);
    }
    if (event.type === "postRestored") cache.restore(event.id);
    if (event.type === "postEdited" && cache.has(event.id))
      this.reload(cache, event.id).catch(() => undefined);
  }

  /**
   * Reads a post again and stores it; marks it as removed if it is gone, and shows it again if it is
   * back. Rejects if it cannot be read.
   */
  async reload(cache: PostCache, id: number): Promise<void> {
    const visibility = cache.visibility(id);
    const post = await this.#read(cache, id);
    // A removal or its undo that an event reported meanwhile is newer than the answer.
    if (post === undefined || cache.visibility(id) !== visibility) return;
    if (post === null || post === "removed") cache.fade([id]);
    else if (visibility === "faded") cache.restore(id);
  }

  /**
   * Reads a post and stores the answer; reads it again if the post changed meanwhile, for example by
   * a like that the answer may lack. Returns undefined if a later read of the post was begun.
   */
  async #read(cache: PostCache, id: number): Promise<PostView | "removed" | null | undefined> {
    const read = (this.#reads.get(id) ?? 0) + 1;
    this.#reads.set(id, read);
    for (let count = 1; ; count += 1) {
      const before = cache.find(id);
      const post = await loadPost(id);
      // Of several reads the last one counts.
      if (this.#reads.get(id) !== read) return undefined;
      if (cache.find(id) !== before && count < maxReads) continue;
      if (post !== null && post !== "removed") cache.update([post]);
      return post;
    }
  }

  /** Returns whether a listener's reader wrote the post. */
  #isOwn(post: PostView | undefined): boolean {
    const author = post?.user?.id;
    return author !== undefined && [...this.#listeners].some(({ ownId }) => ownId === author);
  }
}

/** Applies a like of another tab of this browser to the posts on this page. */
function confirmLike(cache: PostCache, { id, likes, isLiked }: LikeChange): void {
  const post = cache.find(id);
  if (post) cache.confirm(post, { likes, isLiked });
}
