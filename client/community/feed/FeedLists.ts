/** Store of the feeds of this tab by address: a list grows at its end and never moves while it is read. */
import {
  feedPageSize,
  postsFreshMs,
  queriesKeptMs as keptMs,
} from "../../contracts/limits.generated.ts";
import type { PostPage, PostView } from "../../wire/types.generated.ts";

export interface FeedList extends PostPage {
  /** Time of the response, by this browser's clock. */
  readonly at: number;
  /** New posts that wait above the list until requested. */
  readonly arrived: readonly number[];
}

export interface FeedEntry {
  readonly list?: FeedList;
  readonly isBusy: boolean;
  readonly hasFailed: boolean;
  /** The reason of a failure. */
  readonly failure?: unknown;
}

export const waiting: FeedEntry = { isBusy: true, hasFailed: false };

/** Returns the entry of a first page that arrived at the time `at`, in milliseconds. */
export function entryOf(page: PostPage, at: number): FeedEntry {
  return { list: { ...page, at, arrived: [] }, isBusy: false, hasFailed: false };
}

/** Dependencies of the store: posts and the clock. */
export interface FeedDependencies {
  readonly take: (posts: readonly PostView[]) => void;
  /** Ids that the host no longer returns. */
  readonly fade: (ids: readonly number[]) => void;
  readonly now: number;
}

const path = "/api/posts";
const maxRefreshed = 50;

/** Returns the ids of the posts. */
const idsOf = (posts: readonly PostView[]) => new Set(posts.map(({ id }) => id));

/**
 * Returns whether the list has no filter but the category: only then a post that is missing in a
 * new response was removed, and not merely filtered out.
 */
function isUnfiltered(key: string): boolean {
  return [...new URLSearchParams(key).keys()].every((name) => name === "category");
}

/** Returns the ids of the posts that are new enough to be in the response and are not in it. */
function removedFrom(posts: readonly PostView[], response: readonly PostView[]): readonly number[] {
  const remaining = idsOf(response);
  const last = response.at(-1)?.created_at;
  if (last === undefined) return [];
  return posts.flatMap(({ id, created_at }) =>
    created_at > last && !remaining.has(id) ? [id] : [],
  );
}

/**
 * Returns the posts of an unfiltered list with a further one before the next older, unless it
 * belongs to another category or to a later page.
 */
function withPost(key: string, { posts, next }: FeedList, post: PostView): readonly PostView[] {
  const category = new URLSearchParams(key).get("category") ?? post.category;
  const older = posts.findIndex(({ created_at }) => created_at < post.created_at);
  if (category !== post.category || (older < 0 && next !== null)) return posts;
  return posts.toSpliced(older < 0 ? posts.length : older, 0, post);
}

/** Store of the feed's lists by the query of their address, with subscribers. */
export class FeedLists {
  readonly #entries = new Map<string, FeedEntry>();
  readonly #listeners = new Set<() => void>();

  /** Creates the store; in the browser it puts posts back whose deletion is undone in this tab. */
  constructor() {
    if (typeof document === "undefined") return;
    addEventListener("postRestored", (event) => {
      if (event instanceof CustomEvent) this.#putBack(event.detail);
    });
  }

  /** Calls the listener after each change; returns a function that stops the calls. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Returns the entry of a list; undefined before it was loaded. */
  peek(key: string): FeedEntry | undefined {
    return this.#entries.get(key);
  }

  /**
   * Adds a list unless it is there. A list of followed posts is always replaced, because any page
   * may have changed what is followed.
   */
  seed(key: string, page: PostPage, at: number): void {
    const isFollowing = new URLSearchParams(key).has("following");
    if (isFollowing || !this.#entries.has(key)) this.#put(key, entryOf(page, at));
  }

  /** Removes all lists. */
  clear(): void {
    this.#entries.clear();
    this.#notify();
  }

  /**
   * Loads the list up to `count` posts if they are missing, and refreshes it if it is stale; does
   * nothing while the list is loading. A failure is noted in the entry.
   */
  async ensure(key: string, count: number, dependencies: FeedDependencies) {
    const { now } = dependencies;
    const entry = this.#entries.get(key);
    if (entry?.isBusy) return;
    const list = entry?.list;
    if (!list || now - list.at > keptMs) await this.#load(key, count, dependencies);
    else if (list.posts.length < count && list.next)
      await this.#loadMore(key, list, count, dependencies.take);
    else if (now - list.at > postsFreshMs) await this.refresh(key, dependencies);
  }

  /** Adds a new post of another member to those that wait above the list. */
  addArrived(key: string, id: number): void {
    const list = this.#entries.get(key)?.list;
    if (!list || list.arrived.includes(id) || idsOf(list.posts).has(id)) return;
    this.#change(key, { arrived: [...list.arrived, id] });
  }

  /** Puts the author's new post on top of the list, even before the host returns it there. */
  pin(key: string, post: PostView): void {
    const list = this.#entries.get(key)?.list;
    if (!list || idsOf(list.posts).has(post.id)) return;
    this.#change(key, { posts: [post, ...list.posts] });
  }

  /** Removes a deleted post from those that wait above the lists. */
  removeArrived(id: number): void {
    for (const [key, { list }] of this.#entries) {
      if (!list?.arrived.includes(id)) continue;
      this.#change(key, { arrived: list.arrived.filter((one) => one !== id) });
    }
  }

  /**
   * Reads the start of the list again in the background: known posts change in place, newer ones
   * wait above the list, others are not shown. Posts that an unfiltered list no longer has are
   * marked as removed. A failure is ignored.
   */
  async refresh(key: string, { take, fade, now }: FeedDependencies): Promise<void> {
    const list = this.#entries.get(key)?.list;
    if (!list) return;
    const count = Math.min(Math.max(list.posts.length, feedPageSize), maxRefreshed);
    const page = await this.#fetch(key, count).catch(() => undefined);
    const current = this.#entries.get(key)?.list;
    if (!page || !current) return;
    take(page.posts);
    if (isUnfiltered(key)) fade(removedFrom(current.posts, page.posts));
    const here = idsOf(current.posts);
    const isOrdered = !new URLSearchParams(key).has("sort");
    const newest = current.posts[0]?.id ?? 0;
    const fresh = page.posts.filter(({ id }) => !here.has(id) && id > newest);
    const arrived = isOrdered ? fresh.map(({ id }) => id) : current.arrived;
    // Nothing can move in an empty list.
    if (current.posts.length === 0) this.#put(key, entryOf(page, now));
    else this.#change(key, { at: now, arrived });
  }

  /**
   * Shows the waiting posts on top; when they fill more than one page the list begins again.
   * Rejects when they cannot be loaded.
   */
  async showArrived(key: string, { take, now }: FeedDependencies): Promise<void> {
    const page = await this.#fetch(key, feedPageSize);
    const list = this.#entries.get(key)?.list;
    take(page.posts);
    const here = idsOf(list?.posts ?? []);
    const overlaps = page.posts.some(({ id }) => here.has(id));
    if (!list || !overlaps) {
      this.#put(key, entryOf(page, now));
      return;
    }
    const fresh = page.posts.filter(({ id }) => !here.has(id));
    this.#change(key, { posts: [...fresh, ...list.posts], arrived: [] });
  }

  /**
   * Puts a post whose deletion was undone back into the lists that were loaded without it, at its
   * place in time. Filtered and sorted lists, where its place is unknown, count as old instead.
   */
  #putBack(post: PostView): void {
    for (const [key, { list }] of this.#entries) {
      if (!list || idsOf(list.posts).has(post.id)) continue;
      if (isUnfiltered(key)) this.#change(key, { posts: withPost(key, list, post) });
      else this.#change(key, { at: 0 });
    }
  }

  /** Loads the first posts of a list. */
  async #load(key: string, count: number, { take, now }: FeedDependencies) {
    this.#put(key, waiting);
    try {
      const page = await this.#fetch(key, count);
      take(page.posts);
      this.#put(key, entryOf(page, now));
    } catch (failure) {
      this.#put(key, { isBusy: false, hasFailed: true, failure });
    }
  }

  /** Loads further posts up to `count` and appends them. */
  async #loadMore(
    key: string,
    list: FeedList,
    count: number,
    take: FeedDependencies["take"],
  ): Promise<void> {
    this.#put(key, { list, isBusy: true, hasFailed: false });
    try {
      const page = await this.#fetch(key, count - list.posts.length, list.next);
      take(page.posts);
      const current = this.#entries.get(key)?.list ?? list;
      const here = idsOf(current.posts);
      const posts = [...current.posts, ...page.posts.filter(({ id }) => !here.has(id))];
      this.#put(key, { list: { ...current, ...page, posts }, isBusy: false, hasFailed: false });
    } catch {
      const current = this.#entries.get(key)?.list ?? list;
      this.#put(key, { list: current, isBusy: false, hasFailed: true });
    }
  }

  /** Requests posts of a list, from the cursor `after`. */
  async #fetch(key: string, count: number, after?: string | null): Promise<PostPage> {
    const { loadPosts } = await import("../queries.ts");
    const filters = new URLSearchParams(key);
    return loadPosts({ path, filters, count, ...(after ? { after } : {}) });
  }

  /** Changes fields of a list that is loaded. */
  #change(key: string, part: Partial<FeedList>): void {
    const entry = this.#entries.get(key);
    if (entry?.list) this.#put(key, { ...entry, list: { ...entry.list, ...part } });
  }

  /** Stores an entry and calls the listeners. */
  #put(key: string, entry: FeedEntry): void {
    this.#entries.set(key, entry);
    this.#notify();
  }

  /** Calls all listeners. */
  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}
