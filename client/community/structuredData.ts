/** Structured data of the feed and of a post: a collection, and a discussion with its author and comments. */
import type { Language } from "../contracts/language.ts";
import { pathFor } from "../language/paths.ts";
import { searchOf } from "../page/PageContext.ts";
import { breadcrumbs, type DescribedPage, type Node, webPage } from "../page/structuredData.ts";
import type { Author, CommentView, PostView } from "../wire/types.generated.ts";
import { titleOf } from "./excerpt.ts";

interface Place {
  readonly origin: string;
  readonly language: Language;
  /** The name shown for a removed member. */
  readonly removedName: string;
}

/** Returns the JSON-LD of an author; a removed member is a person without a page. */
function person(author: Author | null, { origin, language, removedName: nobody }: Place): Node {
  if (author === null) return { "@type": "Person", name: nobody };
  const params = { id: author.id };
  const url = origin + pathFor("member", language, params);
  const id = `${origin}${pathFor("member", "en", params)}#person`;
  return { "@type": "Person", "@id": id, name: author.display_name, url };
}

/** Writes an instant with the offset "+00:00" instead of "Z", which all consumers understand. */
function withOffset(instant: string): string {
  return instant.replace(/Z$/, "+00:00");
}

/** Returns the JSON-LD of a number of likes or comments. */
function counter(action: "LikeAction" | "CommentAction", count: number): Node {
  return {
    "@type": "InteractionCounter",
    interactionType: { "@type": action },
    userInteractionCount: count,
  };
}

/** Returns the JSON-LD of a comment; a reply names its parent if that one is shown. */
function describeComment(comment: CommentView, canonical: string, place: Place): Node {
  return {
    "@type": "Comment",
    "@id": `${canonical}#comment-${comment.id}`,
    url: `${canonical}#comment-${comment.id}`,
    text: comment.content,
    datePublished: withOffset(comment.created_at),
    ...(comment.edited_at !== null && { dateModified: withOffset(comment.edited_at) }),
    author: person(comment.user, place),
    ...(comment.is_parent_shown && {
      parentItem: { "@id": `${canonical}#comment-${comment.parent_id}` },
    }),
  };
}

/** Returns the JSON-LD of a post with its comments. */
function posting(
  post: PostView,
  comments: readonly CommentView[],
  canonical: string,
  place: Place,
): Node {
  const { origin } = place;
  const absolute = (url: string) => new URL(url, origin).href;
  const cultivar = post.tea_variety;
  return {
    "@type": "DiscussionForumPosting",
    "@id": `${canonical}#post`,
    url: canonical,
    mainEntityOfPage: { "@id": canonical },
    headline: titleOf(post),
    text: post.content,
    ...(post.images.length > 0 && { image: post.images.map(({ url }) => absolute(url)) }),
    datePublished: withOffset(post.created_at),
    dateModified: withOffset(post.edited_at ?? post.created_at),
    inLanguage: post.language,
    author: person(post.user, place),
    isPartOf: { "@id": origin + pathFor("community", place.language) },
    ...(cultivar !== null && {
      about: { "@id": `${origin}${pathFor("cultivar", "en", { id: cultivar })}#cultivar` },
    }),
    commentCount: post.commentsCount,
    interactionStatistic: [
      counter("LikeAction", post.likes),
      counter("CommentAction", post.commentsCount),
    ],
    ...(comments.length > 0 && {
      comment: comments.map((comment) => describeComment(comment, canonical, place)),
    }),
  };
}

/** Returns the JSON-LD of a post's page; empty for a missing post. */
export function postNodes(described: DescribedPage, canonical: string): readonly Node[] {
  const { payload, store } = described;
  const { language, params, site } = payload;
  const post = store.data("post", language, params);
  if (post === null || post === "removed") return [];
  const t = store.translate(language);
  const comments =
    store.peek("comments", { language, params, search: searchOf(payload.url) })?.comments ?? [];
  const crumbs = [
    { name: t("app.home"), url: site.origin + pathFor("home", language) },
    { name: t("app.nav.community"), url: site.origin + pathFor("community", language) },
    { name: titleOf(post), url: canonical },
  ];
  const place = { origin: site.origin, language, removedName: t("post.deletedMember") };
  return [
    webPage(described, canonical, { mainEntity: { "@id": `${canonical}#post` } }),
    posting(post, comments, canonical, place),
    breadcrumbs(canonical, crumbs),
  ];
}

/** Returns the JSON-LD of the feed: a collection of its posts by address and title. */
export function communityNodes(described: DescribedPage, canonical: string): readonly Node[] {
  const { payload, store, report } = described;
  const { language, params, site, url } = payload;
  const t = store.translate(language);
  const { search } = new URL(url, site.origin);
  const posts = store.peek("feed", { language, params, search })?.posts ?? [];
  const list = {
    "@type": "ItemList",
    numberOfItems: posts.length,
    itemListElement: posts.map((post, index) => ({
      "@type": "ListItem",
      position: index + 1,
      url: site.origin + pathFor("post", language, { id: String(post.id) }),
      name: titleOf(post),
    })),
  };
  const community = site.origin + pathFor("community", language);
  const crumbs = [
    { name: t("app.home"), url: site.origin + pathFor("home", language) },
    { name: t("community.title"), url: community },
    ...(canonical === community ? [] : [{ name: report.title, url: canonical }]),
  ];
  return [
    webPage(described, canonical, { "@type": "CollectionPage", mainEntity: list }),
    breadcrumbs(canonical, crumbs),
  ];
}
