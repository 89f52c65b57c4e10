/** Hands the page's address on: by the device's own sheet where there is one, else as a copy. */
import { usePage } from "./PageContext.ts";
import { useNotify } from "./useNotify.ts";
import "../ui/Button.css";

interface ShareButtonProps {
  readonly title: string;
  readonly url: string;
  /** What it looks like; else a quiet button. */
  readonly className?: string;
}

/** Who closes the device's sheet has changed their mind, which is no failure. */
function isChangeOfMind(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError";
}

export function ShareButton({ title, url, className = "button button-quiet" }: ShareButtonProps) {
  const { t } = usePage();
  const notify = useNotify();

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
    <span className="needs-scripts">
      <button type="button" className={className} onClick={() => void share()}>
        {t("app.share.label")}
      </button>
    </span>
  );
}
