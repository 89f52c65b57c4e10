/** Button that announces new posts and, when pressed, shows them on top. */
import { useState } from "react";
import { usePage } from "../../page/PageContext.ts";
import { useNotify } from "../../page/useNotify.ts";

interface NewPostsNoticeProps {
  readonly count: number;
  readonly onShow: () => Promise<void>;
}

export function NewPostsNotice({ count, onShow }: NewPostsNoticeProps) {
  const { t } = usePage();
  const { alert, reason } = useNotify();
  const [isBusy, setBusy] = useState(false);
  const show = async () => {
    setBusy(true);
    await onShow().catch((error: unknown) => alert(reason(error)));
    setBusy(false);
  };
  return (
    <div className="feed-arrived" role="status">
      {count > 0 && (
        <button type="button" disabled={isBusy} onClick={() => void show()}>
          <span aria-hidden="true">↑ </span>
          {t("community.arrived", { count })}
        </button>
      )}
    </div>
  );
}
