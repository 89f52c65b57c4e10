/** The tab's live connection: open while a page subscribes and the tab is visible. */
import type { PostCache } from "../../page/cache/posts.ts";
import { Connection } from "../../page/realtime/connection.ts";
import type { LiveMessage } from "../../wire/types.generated.ts";
import { loadPost } from "../queries.ts";
import { type LikeChange, subscribeToTabs } from "./tabs.ts";
import type { Listener } from "./useLive.ts";

const path = "/api/live";

export class Live {
  readonly #listeners = new Set<Listener>();
  #connection: Connection | undefined;
  #deafen: (() => void) | undefined;

  listen(cache: PostCache, listener: Listener): () => void {
    this.#listeners.add(listener);
    const see = () => this.#see(cache);
    document.addEventListener("visibilitychange", see);
    see();
    // Background tabs have no connection, but receive these.
    this.#deafen ??= subscribeToTabs((change) => settleLike(cache, change));
    return () => {
      document.removeEventListener("visibilitychange", see);
      this.#listeners.delete(listener);
      this.#see(cache);
      if (this.#listeners.size > 0) return;
      this.#deafen?.();
      this.#deafen = undefined;
    };
  }

  #see(cache: PostCache): void {
    const isWanted = this.#listeners.size > 0 && document.visibilityState === "visible";
    if (isWanted) this.#connection ??= this.#connect(cache);
    else this.#connection = this.#connection?.close();
  }

  #connect(cache: PostCache): Connection {
    const url = new URL(path, location.href);
    url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
    return new Connection({
      open: () => new WebSocket(url),
      onMessage: (message) => {
        apply(cache, message);
        for (const listener of this.#listeners) listener.onEvent(message);
      },
      onBack: () => {
        for (const listener of this.#listeners) listener.onBack?.();
      },
    });
  }
}

/** Applies an event to the posts in the tab's store. */
function apply(cache: PostCache, event: LiveMessage): void {
  if (event.type === "postChanged") cache.count(event.id, event);
  if (event.type === "postRemoved") cache.fade([event.id]);
  if (event.type === "postEdited" && cache.knows(event.id)) void reread(cache, event.id);
}

function settleLike(cache: PostCache, { id, likes, isLiked }: LikeChange): void {
  const post = cache.find(id);
  if (post) cache.settle(post, { likes, isLiked });
}

async function reread(cache: PostCache, id: number): Promise<void> {
  const post = await loadPost(id).catch(() => null);
  if (post !== null && post !== "removed") cache.take([post]);
}
