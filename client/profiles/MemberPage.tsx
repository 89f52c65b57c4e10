/** What everybody may see of a member: name, picture, words and favourites, and their posts. */
import { PageHead } from "../page/PageHead.tsx";
import { usePage, usePageData } from "../page/PageContext.ts";
import { PageLink } from "../page/PageLink.tsx";
import { PageStatus } from "../page/PageStatus.tsx";
import { Panel } from "../ui/Panel.tsx";
import type { PublicProfile } from "../wire/types.generated.ts";
import { ProfileBanner } from "./ProfileBanner.tsx";

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

function Member({ profile }: { readonly profile: PublicProfile }) {
  const { viewer, t } = usePage();
  const { display_name: name } = profile;
  const isOwn = viewer?.id === profile.id;
  return (
    <>
      <PageHead
        title={t("member.meta.named", { name })}
        description={t("member.meta.description")}
      />
      <ProfileBanner profile={profile}>
        {isOwn && (
          <PageLink to="profileEdit" className="button button-quiet">
            {t("profile.edit")}
          </PageLink>
        )}
      </ProfileBanner>
      <section className="profile-section">
        <h2>{t("member.posts")}</h2>
        <Panel title={t("member.empty.title")} level="inside">
          <p>{t("member.empty.body")}</p>
        </Panel>
      </section>
    </>
  );
}

export default function MemberPage() {
  const { params } = usePage();
  const profile = usePageData("member", params);
  return profile ? <Member profile={profile} /> : <MissingMember />;
}
