/** Panel for a part of the page that could not be loaded, with a retry. */
import { useEffect, useEffectEvent } from "react";
import { PageHead } from "./PageHead.tsx";
import { usePage } from "./PageContext.ts";
import { PageLink } from "./PageLink.tsx";
import { useNotify } from "./useNotify.ts";
import { Button } from "../ui/Button.tsx";
import { Panel } from "../ui/Panel.tsx";

interface LoadFailedProps {
  readonly retry?: (() => void) | undefined;
  /** Reported by an alert while the panel is shown. */
  readonly error?: unknown;
}

/**
 * Renders that a page could not be loaded: with `retry` also a button to try again, and with
 * `error` an alert that gives the reason.
 */
export function LoadFailed({ retry, error }: LoadFailedProps) {
  const { page, t } = usePage();
  const { alert, reason } = useNotify();
  const report = useEffectEvent((failure: unknown) => alert(reason(failure)));
  useEffect(() => (error === undefined ? undefined : report(error)), [error]);
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
