/** Stands where a page of the community will be: says so, and leads to what is already open. */
import type { PageName } from "../contracts/routes.ts";
import { PageHead } from "../page/PageHead.tsx";
import { usePage } from "../page/PageContext.ts";
import { PageLink } from "../page/PageLink.tsx";
import { Panel } from "../ui/Panel.tsx";

/** The file of words of the page that is still to come. */
function wordsOf(page: PageName) {
  switch (page) {
    case "login":
    case "authCallback":
    case "profile":
    case "profileEdit":
      return page;
    case "create":
      return "createPost";
    default:
      return "community";
  }
}

export default function ComingPage() {
  const { page, site, t } = usePage();
  const file = wordsOf(page);
  return (
    <>
      <PageHead title={t(`${file}.meta.title`)} description={t(`${file}.meta.description`)} />
      <Panel title={t(`${file}.title`)}>
        <p>
          <b>{t("app.coming.title")}</b>
        </p>
        <p>{t("app.coming.body", { site: site.name })}</p>
        <p className="panel-actions">
          <PageLink to="cultivars" className="button">
            {t("app.coming.action")}
          </PageLink>
          <PageLink to="home" className="button button-quiet">
            {t("app.coming.home")}
          </PageLink>
        </p>
        {page === "login" && (
          <p className="panel-actions">
            <PageLink to="terms">{t("app.footer.terms")}</PageLink>{" "}
            <PageLink to="privacy">{t("app.footer.privacy")}</PageLink>
          </p>
        )}
      </Panel>
    </>
  );
}
