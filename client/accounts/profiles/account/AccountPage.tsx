/** Account page: sessions, decisions, follows, sharing, hidden members, export, removal. */
import { useQuery } from "../../../page/address.ts";
import { PageHead } from "../../../page/PageHead.tsx";
import { usePage } from "../../../page/PageContext.ts";
import { PageLink } from "../../../page/PageLink.tsx";
import { useWaitMinutes } from "../../../page/useFormRefusal.ts";
import { AccountRemovalSection } from "./AccountRemovalSection.tsx";
import { FormSection } from "../../../ui/FormSection.tsx";
import { MeFailed, ProfileLoading, useMe } from "../OwnProfile.tsx";
import type { CurrentMember } from "../../../wire/types.generated.ts";
import { DecisionList } from "./DecisionList.tsx";
import { FollowSection } from "./FollowSection.tsx";
import { HiddenSection } from "./HiddenSection.tsx";
import { SharingSection } from "./SharingSection.tsx";
import { SessionList } from "./SessionList.tsx";

const refusals = ["running", "wait", "busy"] as const;

/** Renders the link to the export of all data, and why the host refused the last one. */
function Download() {
  const { language, t } = usePage();
  const reason = useQuery().get("export");
  const minutes = useWaitMinutes();
  const refused = refusals.find((one) => one === reason);
  return (
    <>
      {refused && <p role="alert">{t(`account.download.${refused}`, { minutes })}</p>}
      <p>{t("account.download.body")}</p>
      <p className="account-actions">
        <a className="button button-quiet" href={`/api/account/export?language=${language}`}>
          {t("account.download.action")}
        </a>
      </p>
    </>
  );
}

/** Renders the form that signs out of this browser, for readers without scripts. */
function SignOutForm({ memberId }: { readonly memberId: string }) {
  const { language, t } = usePage();
  return (
    <form
      className="without-scripts"
      method="post"
      action={`/api/session/sign-out/form?language=${language}`}
    >
      <input type="hidden" name="member" value={memberId} />
      <button type="submit" className="button button-quiet">
        {t("account.sessions.signOut")}
      </button>
    </form>
  );
}

/** Renders the account page of a member: title and e-mail address, then its sections. */
function Account({ member }: { readonly member: CurrentMember }) {
  const { t } = usePage();
  const { id, email, role } = member;
  return (
    <>
      <header className="page-title">
        <h1>{t("account.title")}</h1>
        <p>{email === null ? t("account.lead") : t("account.leadOf", { email })}</p>
      </header>
      <p className="without-scripts without-scripts-note">{t("account.needsScripts")}</p>
      <FormSection heading={t("account.sessions.heading")}>
        <SignOutForm memberId={id} />
        <SessionList />
      </FormSection>
      <FormSection heading={t("account.decisions.heading")} id="decisions">
        <DecisionList />
        {role && (
          <p>
            <PageLink to="moderation">{t("account.decisions.queue")}</PageLink>
          </p>
        )}
        {role === "administrator" && (
          <p>
            <PageLink to="roles">{t("account.decisions.roles")}</PageLink>
          </p>
        )}
      </FormSection>
      <FormSection heading={t("account.follows.heading")} id="following">
        <FollowSection />
      </FormSection>
      <FormSection heading={t("account.sharing.heading")} id="sharing">
        <SharingSection />
      </FormSection>
      <FormSection heading={t("hidden.heading")} id="hidden">
        <HiddenSection />
      </FormSection>
      <FormSection heading={t("account.download.heading")} id="export">
        <Download />
      </FormSection>
      <FormSection heading={t("account.removal.heading")}>
        <AccountRemovalSection member={member} />
      </FormSection>
      <p className="account-back">
        <PageLink to="profile">← {t("account.back")}</PageLink>
      </p>
    </>
  );
}

/** Renders the account page, or the state of loading it. */
export default function AccountPage() {
  const { t } = usePage();
  const me = useMe();
  return (
    <>
      <PageHead title={t("account.meta.title")} description={t("account.meta.description")} />
      {me.state === "there" && <Account member={me.member} />}
      {me.state === "loading" && <ProfileLoading title={t("account.title")} />}
      {me.state === "failed" && <MeFailed error={me.error} />}
    </>
  );
}
