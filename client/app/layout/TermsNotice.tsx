/** Notice that the terms have changed, shown to a member until dismissed; a form without scripts. */
import { usePath } from "../../page/address.ts";
import { usePage } from "../../page/PageContext.ts";
import { PageLink } from "../../page/PageLink.tsx";
import "./TermsNotice.css";

/** Renders the notice of changed terms until the member dismisses it; it works without scripts. */
export function TermsNotice() {
  const { language, viewer, t } = usePage();
  const path = usePath();
  if (!viewer?.has_notice) return null;
  return (
    <form
      className="terms-notice"
      method="post"
      action={`/api/account/notice/form?language=${language}`}
      aria-label={t("app.notice.label")}
    >
      <input type="hidden" name="member" value={viewer.id} />
      <input type="hidden" name="back" value={path} />
      <p>{t("app.notice.body")}</p>
      <p>
        <PageLink to="terms">{t("app.footer.terms")}</PageLink>{" "}
        <PageLink to="privacy">{t("app.footer.privacy")}</PageLink>
      </p>
      <button type="submit" className="button button-quiet">
        {t("app.notice.dismiss")}
      </button>
    </form>
  );
}
