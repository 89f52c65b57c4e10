/** The member's own page: profile, own posts, liked and saved posts. */
import { useQuery } from "../../page/address.ts";
import { useSyncExternalStore } from "react";
import { CollectionList } from "./collections/CollectionList.tsx";
import { usePostCache } from "../../community/usePosts.ts";
import type { Language } from "../../contracts/language.ts";
import { numberText } from "../../language/dates.ts";
import { pathFor } from "../../language/paths.ts";
import { PageHead } from "../../page/PageHead.tsx";
import { usePage, usePageData } from "../../page/PageContext.ts";
import { PageLink } from "../../page/PageLink.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import type { CurrentMember } from "../../wire/types.generated.ts";
import { MeFailed, ProfileLoading, useMe } from "./OwnProfile.tsx";
import { ProfileBanner } from "./ProfileBanner.tsx";
import { PostShelf } from "./PostShelf.tsx";

const tabNames = ["posts", "liked", "saved"] as const;
type TabName = (typeof tabNames)[number];

const queryOf = { posts: "myPosts", liked: "likedPosts", saved: "savedPosts" } as const;

/** Returns the address of a tab. */
function addressOf(tab: TabName, language: Language): string {
  return pathFor("profile", language) + (tab === "posts" ? "" : `?tab=${tab}`);
}

/**
 * Returns the numbers of own and liked posts, which change at once when the member likes or deletes
 * a post on this page.
 */
function useCounts(
  member: CurrentMember,
): Readonly<Record<Exclude<TabName, "saved">, number | undefined>> {
  const cache = usePostCache();
  useSyncExternalStore(cache.subscribe, cache.version, () => 0);
  const { posts_count, liked_count } = usePageData("me") ?? member;
  return { posts: posts_count, liked: liked_count };
}

/** Renders links to own, liked and saved posts, with counts. */
function ProfileTabs({ member, current }: { readonly member: CurrentMember; current: TabName }) {
  const { language, t } = usePage();
  const counts = useCounts(member);
  const tabs = tabNames.map((id) => ({
    id,
    href: addressOf(id, language),
    text: t(`profile.tabs.${id}`),
    count: id === "saved" ? undefined : numberText(counts[id] ?? 0),
  }));
  return <Tabs label={t("profile.tabs.label")} tabs={tabs} current={current} />;
}

/** Renders the message of an empty tab, with a link to fill it. */
function EmptyTab({ name }: { readonly name: TabName }) {
  const { t } = usePage();
  return (
    <Panel title={t(`profile.empty.${name}.title`)} level="inside">
      <p>{t(`profile.empty.${name}.body`)}</p>
      <p className="panel-actions">
        <PageLink to={name === "posts" ? "create" : "community"} className="button">
          {t(`profile.empty.${name}.action`)}
        </PageLink>
      </p>
    </Panel>
  );
}

/** Renders the member's banner, the tabs and the list of the open tab. */
function OwnProfile({ member }: { readonly member: CurrentMember }) {
  const { language, t } = usePage();
  const query = useQuery();
  const current = tabNames.find((name) => name === query.get("tab")) ?? "posts";
  const page = usePageData(queryOf[current]);
  return (
    <>
      <ProfileBanner profile={member}>
        <PageLink to="notifications" className="button button-quiet">
          {t("profile.notifications")}
        </PageLink>
        <PageLink to="profileEdit" className="button button-quiet">
          {t("profile.edit")}
        </PageLink>
        <PageLink to="account" className="button button-quiet">
          {t("profile.account")}
        </PageLink>
      </ProfileBanner>
      <section className="profile-section">
        <h2 className="visually-hidden">{t(`profile.tabs.${current}`)}</h2>
        <ProfileTabs member={member} current={current} />
        {current === "saved" && <CollectionList posts={page?.posts ?? []} />}
        {page && (
          <PostShelf page={page} address={addressOf(current, language)}>
            <EmptyTab name={current} />
          </PostShelf>
        )}
      </section>
    </>
  );
}

/** Renders the member's own profile, or the state of loading it. */
export default function ProfilePage() {
  const { t } = usePage();
  const me = useMe();
  return (
    <>
      <PageHead title={t("profile.meta.title")} description={t("profile.meta.description")} />
      {me.state === "there" && <OwnProfile member={me.member} />}
      {me.state === "loading" && <ProfileLoading title={t("profile.title")} />}
      {me.state === "failed" && <MeFailed error={me.error} />}
    </>
  );
}
