/** A member's public page: name, picture, bio, favourites and posts. */
import { metaDescriptionCharacters } from "../../contracts/limits.generated.ts";
import { excerpt, singleLine } from "../../language/excerpt.ts";
import { numberText } from "../../language/dates.ts";
import { pathFor } from "../../language/paths.ts";
import { FeedLink } from "../../page/FeedLink.tsx";
import { PageHead, PageStatus } from "../../page/PageHead.tsx";
import { usePage, usePageData } from "../../page/PageContext.ts";
import { PageLink } from "../../page/PageLink.tsx";
import { Panel } from "../../ui/Panel.tsx";
import type { PublicProfile } from "../../wire/types.generated.ts";
import { FollowLink } from "../../community/follow/FollowLink.tsx";
import { HideLink } from "../../community/hide/HideLink.tsx";
import { SharedThings } from "./collections/SharedThings.tsx";
import { PostShelf } from "./PostShelf.tsx";
import { ProfileBanner } from "./ProfileBanner.tsx";

/** A page with less content is not indexed. */
const postsToBeListed = 3;

/** Renders that the member does not exist, with status 404. */
function MissingMember() {
  const { t } = usePage();
  const title = t("member.notFound.title");
  return (
    <>
      <PageHead title={title} description={t("member.notFound.body")} missing />
      <PageStatus code={404} />
      <Panel title={title}>
        <p>{t("member.notFound.body")}</p>
        <p className="panel-actions">
          <PageLink to="community" className="button">
            {t("member.notFound.action")}
          </PageLink>
        </p>
      </Panel>
    </>
  );
}

/** Renders a member's profile and posts; search engines may not index a page with few posts. */
function Member({ profile }: { readonly profile: PublicProfile }) {
  const { viewer, language, t } = usePage();
  const { id = "" } = usePage().params;
  const posts = usePageData("memberPosts", { id });
  const { display_name: name, bio, posts_count: count = 0 } = profile;
  const isOwn = viewer?.id === profile.id;
  return (
    <>
      <PageHead
        title={t("member.meta.named", { name: singleLine(name) })}
        description={
          bio
            ? excerpt(bio, metaDescriptionCharacters)
            : t("member.meta.ofMember", { name: singleLine(name) })
        }
        type="profile"
        indexed={count >= postsToBeListed}
        feed={`member/${profile.id}`}
        properties={[{ name: "profile:username", content: singleLine(name) }]}
      />
      <ProfileBanner profile={profile}>
        {isOwn ? (
          <PageLink to="profileEdit" className="button button-quiet">
            {t("profile.edit")}
          </PageLink>
        ) : (
          <>
            <FollowLink kind="member" id={profile.id} />
            {viewer && <HideLink other={id} name={name} className="button button-quiet" />}
            <PageLink
              to="report"
              suffix={`?subject=member:${profile.id}`}
              className="button button-quiet"
              rel="nofollow"
            >
              {t("app.report")}
            </PageLink>
          </>
        )}
      </ProfileBanner>
      <SharedThings id={id} />
      <section className="profile-section">
        <h2>
          {t("member.posts")} <span className="profile-count">{numberText(count)}</span>
        </h2>
        {posts && (
          <PostShelf page={posts} address={pathFor("member", language, { id })}>
            <Panel title={t("member.empty.title")} level="inside">
              <p>{t("member.empty.body")}</p>
            </Panel>
          </PostShelf>
        )}
        <FeedLink feed={`member/${profile.id}`} />
      </section>
    </>
  );
}

/** Renders the page of a member, or a page with status 404 for an unknown id. */
export default function MemberPage() {
  const { id = "" } = usePage().params;
  const profile = usePageData("member", { id });
  return profile ? <Member profile={profile} /> : <MissingMember />;
}
