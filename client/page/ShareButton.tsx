/** Hands the page's address on: by the device's own sheet where there is one, else as a copy. */
import { useEffect, useState } from "react";
import { usePage } from "./PageContext.ts";
import { useNotify } from "./useNotify.ts";

interface ShareButtonProps {
  readonly title: string;
  readonly url: string;
}

/** Who closes the device's sheet has changed their mind, which is no failure. */
function isChangeOfMind(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError";
}

export function ShareButton({ title, url }: ShareButtonProps) {
  const { t } = usePage();
  const notify = useNotify();
  const [isReady, setReady] = useState(false);
  // Without scripts a button could do nothing; its room is kept all the same.
  useEffect(() => setReady(true), []);

  const copy = () =>
    navigator.clipboard.writeText(url).then(
      () => notify.say(t("app.share.copied")),
      () => notify.alert(t("app.share.failed", { url })),
    );
  const share = async () => {
    if (!("share" in navigator)) return copy();
    return navigator.share({ title, url }).catch((error: unknown) => {
      if (!isChangeOfMind(error)) return copy();
    });
  };

  return (
    <button
      type="button"
      className="button button-quiet share-button"
      style={isReady ? undefined : { visibility: "hidden" }}
      onClick={() => void share()}
    >
      {t("app.share.label")}
    </button>
  );
}
