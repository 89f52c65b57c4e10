/** Notice for a suspended member: what happened, until when, and a contact address. */
import { useQuery } from "../../page/address.ts";
import { dateText } from "../../language/dates.ts";
import { usePage, usePageData } from "../../page/PageContext.ts";
import { PageLink } from "../../page/PageLink.tsx";

/** The end of the suspension from the address; validated, because anyone can edit an address. */
function suspensionEnd(until: string | null): string | null {
  if (until === null || !/^\d{4}-\d{2}-\d{2}$/.test(until)) return null;
  const instant = `${until}T00:00:00+09:00`;
  return Number.isNaN(Date.parse(instant)) ? null : instant;
}

export function SuspensionNotice() {
  const { language, t } = usePage();
  const query = useQuery();
  const { email } = usePageData("operator");
  const end = suspensionEnd(query.get("until"));
  return (
    <div className="login-error" role="alert">
      <p>{t("login.errors.suspended")}</p>
      <p>
        {end
          ? t("login.suspendedUntil", { date: dateText(end, language) })
          : t("login.suspendedForNow")}
      </p>
      <p>
        {t("login.suspendedContact")}{" "}
        {email ? (
          <a href={`mailto:${email}`}>{email}</a>
        ) : (
          <PageLink to="contact">{t("login.suspendedContactPage")}</PageLink>
        )}
      </p>
    </div>
  );
}
