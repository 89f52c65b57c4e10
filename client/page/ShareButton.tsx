/** Shares the page's address by the device's dialog, else copies it. */
import { usePage } from "./PageContext.ts";
import { useLastAlert, useNotify } from "./useNotify.ts";
import "../ui/Button.css";

interface ShareButtonProps {
  readonly title: string;
  readonly url: string;
  /** Appearance; by default a quiet button. */
  readonly className?: string;
}

/** Returns whether the reader closed the device's dialog, which is no failure. */
function isCancelled(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError";
}

/**
 * Renders a button that opens the device's dialog to share the page, or copies the address where
 * there is none.
 */
export function ShareButton({ title, url, className = "button button-quiet" }: ShareButtonProps) {
  const { t } = usePage();
  const { inform } = useNotify();
  const report = useLastAlert();

  /** Copies the address and says so; a page read without TLS has no clipboard. */
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
    } catch {
      report(t("app.share.failed", { url }));
      return;
    }
    inform(t("app.share.copied"));
  };
  /** Opens the device's dialog, or copies the address where that fails. */
  const share = async () => {
    report();
    if (!("share" in navigator)) return copy();
    return navigator.share({ title, url }).catch((error: unknown) => {
      if (!isCancelled(error)) return copy();
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
