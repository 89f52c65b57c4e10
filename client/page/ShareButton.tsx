/** Hands the page's address on: by the device's own sheet where there is one, else as a copy. */
import { Button } from "../ui/Button.tsx";
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
      <Button kind="quiet" onPress={() => void share()}>
        {t("app.share.label")}
      </Button>
    </span>
  );
}
