/** Stands where a page of the community will be: says so, and leads to what is already open. */
import { PageHead } from "../page/PageHead.tsx";
import { usePage } from "../page/PageContext.ts";
import { PageLink } from "../page/PageLink.tsx";
import { Panel } from "../ui/Panel.tsx";

export default function ComingPage() {
  const { page, site, t } = usePage();
  const file = page === "create" ? "createPost" : "community";
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
      </Panel>
    </>
  );
}
