/** Page to edit the own profile: picture, name, bio, language and favourites. */
import { PageHead } from "../../../page/PageHead.tsx";
import { usePage } from "../../../page/PageContext.ts";
import { EditForm } from "./EditForm.tsx";
import { MeFailed, ProfileLoading, useMe } from "../OwnProfile.tsx";

/** Renders the form of the profile, or the state of loading it. */
export default function ProfileEditPage() {
  const { t } = usePage();
  const me = useMe();
  return (
    <>
      <PageHead
        title={t("profileEdit.meta.title")}
        description={t("profileEdit.meta.description")}
      />
      {me.state === "there" && <EditForm member={me.member} />}
      {me.state === "loading" && <ProfileLoading title={t("profileEdit.title")} />}
      {me.state === "failed" && <MeFailed error={me.error} />}
    </>
  );
}
