/** Page for unknown addresses, with links to continue. */
import { PageHead, PageStatus } from "../page/PageHead.tsx";
import { usePage } from "../page/PageContext.ts";
import { PageLink } from "../page/PageLink.tsx";
import { Panel } from "../ui/Panel.tsx";

/** Renders the page of an unknown address, with links to the home page and the cultivars. */
export default function NotFoundPage() {
  const { t } = usePage();
  return (
    <>
      <PageHead title={t("notFound.meta.title")} description={t("notFound.meta.description")} />
      <PageStatus code={404} />
      <Panel title={t("notFound.title")}>
        <p>{t("notFound.body")}</p>
        <p className="panel-actions">
          <PageLink to="home" className="button">
            {t("notFound.home")}
          </PageLink>
          <PageLink to="cultivars" className="button button-quiet">
            {t("notFound.cultivars")}
          </PageLink>
        </p>
      </Panel>
    </>
  );
}
