/** A member's own page: who they are, what they have posted and what they liked. */
import { pathFor } from "../language/paths.ts";
import { PageHead } from "../page/PageHead.tsx";
import { usePage } from "../page/PageContext.ts";
import { PageLink } from "../page/PageLink.tsx";
import { Panel } from "../ui/Panel.tsx";
import { Tabs } from "../ui/Tabs.tsx";
import type { CurrentMember } from "../wire/types.generated.ts";
import { MeFailed } from "./MeFailed.tsx";
import { ProfileBanner } from "./ProfileBanner.tsx";
import { ProfileLoading } from "./ProfileLoading.tsx";
import { useMe } from "./useMe.ts";

const tabNames = ["posts", "liked"] as const;
type TabName = (typeof tabNames)[number];

function ProfileTabs({ member, current }: { readonly member: CurrentMember; current: TabName }) {
  const { language, t } = usePage();
  const path = pathFor("profile", language);
  const tabs = [
    {
      id: "posts",
      href: path,
      text: t("profile.tabs.posts"),
      count: String(member.posts_count ?? 0),
    },
    {
      id: "liked",
      href: `${path}?tab=liked`,
      text: t("profile.tabs.liked"),
      count: String(member.liked_count ?? 0),
    },
  ];
  return <Tabs label={t("profile.tabs.label")} tabs={tabs} current={current} />;
}

/** What stands in a tab before there is anything in it, and where to go for the first. */
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

function OwnProfile({ member }: { readonly member: CurrentMember }) {
  const { query, t } = usePage();
  const current = tabNames.find((name) => name === query.get("tab")) ?? "posts";
  return (
    <>
      <ProfileBanner profile={member}>
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
        <EmptyTab name={current} />
      </section>
    </>
  );
}

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
