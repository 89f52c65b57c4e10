/** Shares the page's address by the device's dialog, else copies it. */
import { usePage } from "./PageContext.ts";
import { useNotify } from "./useNotify.ts";
import "../ui/Button.css";

interface ShareButtonProps {
  readonly title: string;
  readonly url: string;
  /** Appearance; by default a quiet button. */
  readonly className?: string;
}

/** Returns whether the reader closed the device's dialog, which is not a failure. */
function isChangeOfMind(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError";
}

/** Opens the system's share sheet on a press, or copies the address where there is none. */
export function ShareButton({ title, url, className = "button button-quiet" }: ShareButtonProps) {
  const { t } = usePage();
  const notify = useNotify();

  const copy = () =>
    navigator.clipboard.writeText(url).then(
      () => notify.inform(t("app.share.copied")),
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
