/** Requests of the dialog that chooses the collections of a post. */
import { getJson, sendJson } from "../../wire/request.ts";
import type { CollectionEntry, CollectionList } from "../../wire/types.generated.ts";
import type { Actor } from "../actions.ts";

type Entries = readonly CollectionEntry[];

/** Loads the member's collections, and which of them have the post. */
export async function loadChoices(post: number): Promise<Entries> {
  return (await getJson<CollectionList>(`/api/posts/${post}/collections`)).collections;
}

/**
 * Creates a collection with the post in it, which also saves the post; returns all collections of
 * the member.
 */
export async function createCollection(actor: Actor, post: number, name: string): Promise<Entries> {
  const session = await actor.open();
  const change = {
    method: "POST",
    path: "/api/account/collections",
    body: { name, post },
  } as const;
  const { collections } = await session.change((credentials) =>
    sendJson<CollectionList>(change, credentials),
  );
  invalidateLists(actor);
  return collections;
}

/** Puts the post into exactly these collections; with at least one, that also saves the post. */
export async function choose(actor: Actor, post: number, ids: readonly string[]): Promise<void> {
  const session = await actor.open();
  const path = `/api/posts/${post}/collections`;
  const change = { method: "PUT", path, body: { collections: ids } } as const;
  await session.change((credentials) => sendJson<CollectionList>(change, credentials));
  invalidateLists(actor);
}

/** Marks the loaded lists of saved posts and collections as out of date. */
function invalidateLists({ store }: Actor): void {
  store.invalidate("savedPosts", "collections", "collection", "collectionPosts");
}
