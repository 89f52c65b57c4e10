/** Error state of the own profile after two attempts, with a retry. */
import { useEffect, useEffectEvent } from "react";
import { usePage } from "../../page/PageContext.ts";
import { useNotify } from "../../page/useNotify.ts";
import { Button } from "../../ui/Button.tsx";
import { Panel } from "../../ui/Panel.tsx";

export function MeFailed({ error }: { readonly error: unknown }) {
  const { t } = usePage();
  const { alert, reason } = useNotify();
  const text = error === null ? t("profile.missing") : reason(error);
  const tell = useEffectEvent(() => alert(text));
  useEffect(() => tell(), []);
  return (
    <Panel title={t("profile.failed")}>
      <p>{text}</p>
      <p className="panel-actions">
        <Button onPress={() => location.reload()}>{t("app.loadFailed.retry")}</Button>
      </p>
    </Panel>
  );
}
