/** A post that is not there: the panel of the specification, with the way home. */
import { PageHead } from "../page/PageHead.tsx";
import { usePage } from "../page/PageContext.ts";
import { PageLink } from "../page/PageLink.tsx";
import { PageStatus } from "../page/PageStatus.tsx";
import { Panel } from "../ui/Panel.tsx";

export default function MissingPostPage() {
  const { t } = usePage();
  return (
    <>
      <PageHead title={t("post.notFound.title")} description={t("post.notFound.body")} missing />
      <PageStatus code={404} />
      <Panel title={t("post.notFound.title")}>
        <p>{t("post.notFound.body")}</p>
        <p className="panel-actions">
          <PageLink to="home" className="button">
            {t("post.notFound.home")}
          </PageLink>
        </p>
      </Panel>
    </>
  );
}
