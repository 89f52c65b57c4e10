/** The newest three posts about a cultivar, and a link to all of them. */
import { useEffect, useState } from "react";
import { Phrases } from "../page/text/Phrases.tsx";
import { FollowLink } from "../community/follow/FollowLink.tsx";
import { writtenIn } from "../contracts/language.ts";
import { ratingMost } from "../contracts/limits.generated.ts";
import { dateText, machineText, momentText } from "../language/dates.ts";
import { excerpt } from "../language/excerpt.ts";
import { FeedLink } from "../page/FeedLink.tsx";
import { usePage } from "../page/PageContext.ts";
import { PageLink } from "../page/PageLink.tsx";
import type { PostView } from "../wire/types.generated.ts";
import "./RelatedPosts.css";

const shownMost = 3;
const textCharacters = 100;

/**
 * Returns the three newest posts about the page's cultivar: from the payload, else fetched after
 * the first render. Undefined until loaded or after a failure, null for an unknown cultivar.
 */
function useRelated(): readonly PostView[] | null | undefined {
  const { store, language, params } = usePage();
  const place = { language, params };
  const [, setLoaded] = useState<string>();
  const id = params.id ?? "";
  const isThere = store.peek("relatedPosts", place) !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the place is the language and the id.
  useEffect(() => {
    // On failure the section is left out.
    if (!isThere)
      store.load("relatedPosts", place).then(
        () => setLoaded(id),
        () => undefined,
      );
  }, [store, language, id, isThere]);
  const cached = store.peek("relatedPosts", place);
  return cached === null ? null : cached?.posts.slice(0, shownMost);
}

/** Renders a post's first image, or nothing. */
function Thumbnail({ post: { images } }: { readonly post: PostView }) {
  const [first] = images;
  if (first === undefined) return null;
  const { url, srcset, width, height, placeholder } = first;
  return (
    <img
      className="related-post-image"
      src={url}
      srcSet={srcset || undefined}
      sizes="72px"
      width={width}
      height={height}
      alt=""
      loading="lazy"
      style={{ backgroundImage: `url("${placeholder}")` }}
    />
  );
}

/**
 * Renders a post in short: image, title, beginning of the text (as the heading where there is no
 * title), author, day and rating.
 */
function RelatedPost({ post }: { readonly post: PostView }) {
  const { language, t } = usePage();
  const { id, user, title, content, rating, created_at } = post;
  return (
    <li className="related-post">
      <Thumbnail post={post} />
      <div className="related-post-words">
        <h3 lang={post.language} dir="auto" data-untitled={!title || undefined}>
          <PageLink to="post" params={{ id: String(id) }}>
            {title ? <Phrases text={title} /> : excerpt(content, textCharacters)}
          </PageLink>
        </h3>
        {title && (
          <p lang={post.language} dir="auto">
            {excerpt(content, textCharacters)}
          </p>
        )}
        <p className="related-post-facts">
          {user && <bdi lang={writtenIn(user.display_name)}>{user.display_name}</bdi>}
          <time dateTime={machineText(created_at)} title={momentText(created_at, language)}>
            {dateText(created_at, language)}
          </time>
          {rating !== null && (
            <span>{t("cultivar.relatedRating", { rating, most: ratingMost })}</span>
          )}
        </p>
      </div>
    </li>
  );
}

/**
 * Renders the newest posts about a cultivar, with links to follow it and to all posts; the list is
 * empty until they are loaded, and an unknown cultivar has no section.
 */
export function RelatedPosts({ id, name }: { readonly id: string; readonly name: string }) {
  const { t } = usePage();
  const posts = useRelated();
  if (posts === null) return null;
  return (
    <section className="cultivar-section related-section">
      <div className="related-head">
        <h2>{t("cultivar.related")}</h2>
        <FollowLink kind="cultivar" id={id} />
      </div>
      {posts?.length ? (
        <>
          <ul className="related-posts">
            {posts.map((post) => (
              <RelatedPost key={post.id} post={post} />
            ))}
          </ul>
          <p>
            <PageLink to="community" suffix={`?category=review&tea_variety=${id}`}>
              {t("cultivar.relatedAll", { name })}
            </PageLink>
          </p>
          <FeedLink feed={`cultivar/${id}`} />
        </>
      ) : (
        <p className="quiet">{posts && t("cultivar.relatedNone", { name })}</p>
      )}
    </section>
  );
}
