/** Panel for a part of the page that could not be loaded, with a retry. */
import { PageHead } from "./PageHead.tsx";
import { usePage } from "./PageContext.ts";
import { PageLink } from "./PageLink.tsx";
import { Button } from "../ui/Button.tsx";
import { Panel } from "../ui/Panel.tsx";

export function LoadFailed({ retry }: { readonly retry?: (() => void) | undefined }) {
  const { page, t } = usePage();
  return (
    <>
      <PageHead title={t("app.loadFailed.title")} description={t("app.loadFailed.body")} missing />
      <Panel title={t("app.loadFailed.title")} role="alert">
        <p>{t("app.loadFailed.body")}</p>
        {retry && <Button onPress={retry}>{t("app.loadFailed.retry")}</Button>}
        {page === "cultivar" && (
          <p>
            <PageLink to="cultivars">← {t("app.nav.cultivars")}</PageLink>
          </p>
        )}
      </Panel>
    </>
  );
}
