/** The newest posts about a prefecture, and the lists of all. */
import type { PrefecturePageData } from "../../contracts/overview/map.ts";
import { dateText } from "../../language/dates.ts";
import { excerpt } from "../../language/excerpt.ts";
import { MixedText } from "../../page/text/MixedText.tsx";
import { usePage } from "../../page/PageContext.ts";
import { PageLink } from "../../page/PageLink.tsx";
import type { ViewProps } from "./PrefectureRecords.tsx";

const excerptCharacters = 60;

type Posts = NonNullable<PrefecturePageData["posts"]>["posts"];

/** Renders the newest posts, each with author and date. */
function List({ posts }: { readonly posts: Posts }) {
  const { language, t } = usePage();
  return (
    <ul className="map-posts">
      {posts.map(({ id, title, content, user, created_at: written, language: original }) => (
        <li key={id}>
          <PageLink to="post" params={{ id: String(id) }}>
            <span lang={original}>{title ?? excerpt(content, excerptCharacters)}</span>
          </PageLink>
          <small>
            <MixedText
              text={t("prefectures.by", {
                name: user?.display_name ?? t("prefectures.leftMember"),
                date: dateText(written, language),
              })}
            />
          </small>
        </li>
      ))}
    </ul>
  );
}

/** Lists exist by category, so there are two. */
const lists = [
  ["reviews", "review"],
  ["regionInfo", "region-info"],
] as const;

interface PrefecturePostsProps extends ViewProps, Pick<PrefecturePageData, "posts"> {}

/** Renders the newest posts about a prefecture, with links to follow it and to see more. */
export function PrefecturePosts({ view: { id, name }, posts }: PrefecturePostsProps) {
  const { t } = usePage();
  const found = posts?.posts ?? [];
  return (
    <section aria-labelledby="posts">
      <h2 id="posts">{t("prefectures.posts", { name })}</h2>
      {posts === null && <p>{t("prefectures.postsFailed")}</p>}
      {posts && found.length === 0 && <p>{t("prefectures.noPosts", { name })}</p>}
      {found.length > 0 && <List posts={found} />}
      <p>
        <PageLink
          to="account"
          suffix={`?follow=prefecture:${id}#following`}
          className="button button-quiet"
          rel="nofollow"
        >
          {t("app.follow")}
        </PageLink>
      </p>
      {found.length > 0 && (
        <p className="overview-more map-links">
          {lists.map(([key, category]) => (
            <PageLink
              key={key}
              to="community"
              suffix={`?category=${category}&prefecture=${id}`}
              rel="nofollow"
            >
              {t(`prefectures.${key}`)}
            </PageLink>
          ))}
        </p>
      )}
    </section>
  );
}
