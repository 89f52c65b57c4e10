/** What members without the role of a moderators' page see in its place. */
import { PageHead, PageStatus } from "../../page/PageHead.tsx";
import { usePage } from "../../page/PageContext.ts";
import { PageLink } from "../../page/PageLink.tsx";
import { Panel } from "../../ui/Panel.tsx";

/** Renders a 404 page that says whom the page is for, with two ways on. */
export function RoleRequired() {
  const { t } = usePage();
  const [title, body] = [t("moderation.unknown.title"), t("moderation.unknown.body")];
  return (
    <>
      <PageHead title={title} description={body} missing />
      <PageStatus code={404} />
      <Panel title={title}>
        <p>{body}</p>
        <p className="panel-actions">
          <PageLink to="home" className="button">
            {t("moderation.unknown.home")}
          </PageLink>
          <PageLink to="community" className="button button-quiet">
            {t("moderation.unknown.community")}
          </PageLink>
        </p>
      </Panel>
    </>
  );
}
