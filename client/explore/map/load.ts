/** Data of the map and of prefectures for client navigations: built files, and posts from the host. */
import type { Language } from "../../contracts/language.ts";
import type {
  MapPageData,
  MapView,
  PrefecturePageData,
  PrefectureView,
} from "../../contracts/overview/map.ts";
import { Refusal } from "../../wire/refusal.ts";
import { getJson } from "../../wire/request.ts";
import type { PostPage, PostCounts } from "../../wire/types.generated.ts";

const postsShown = 3;

/** Loads the map's figures. */
async function loadMapView(language: Language): Promise<MapView> {
  const loaded: { default: MapView } = await import(
    `../../../build/catalogue/map/${language}.json`
  );
  return loaded.default;
}

/** Loads the views of all prefectures. */
async function loadViews(language: Language): Promise<Readonly<Record<string, PrefectureView>>> {
  const loaded: { default: Readonly<Record<string, PrefectureView>> } = await import(
    `../../../build/catalogue/prefectures/${language}.json`
  );
  return loaded.default;
}

/**
 * Returns the result of a request; null when the host refuses it or does not answer, because the
 * page can do without the posts.
 */
async function unlessRefused<Data>(request: Promise<Data>): Promise<Data | null> {
  try {
    return await request;
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

/**
 * Loads the map with the numbers of posts; `posts` is null if the host refuses or does not answer.
 * The request is not repeated, because the map can do without it.
 */
export async function loadMap(language: Language): Promise<MapPageData> {
  const request = getJson<PostCounts>("/api/prefectures/posts", 0);
  const [posts, view] = await Promise.all([unlessRefused(request), loadMapView(language)]);
  return { meta: view.meta, view, posts };
}

/**
 * Loads the page of a prefecture with its newest posts, null if the host refuses or does not
 * answer. The result is null for an unknown prefecture, and for one without records, facts and
 * posts.
 */
export async function loadPrefecture(
  language: Language,
  id: string,
): Promise<PrefecturePageData | null> {
  const byId = await loadViews(language);
  const view = Object.hasOwn(byId, id) ? byId[id] : undefined;
  if (view === undefined) return null;
  const path = `/api/prefectures/${encodeURIComponent(id)}/posts?limit=${postsShown}`;
  const posts = await unlessRefused(getJson<PostPage>(path, 0));
  if (!view.isInCatalogue && posts?.posts.length === 0) return null;
  return { meta: view.meta, view, posts };
}
