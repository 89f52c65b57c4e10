/** The reader's language as an offer, loaded when it differs from the page's. */
import { inLanguage, otherLanguage } from "../../language/paths.ts";
import { storeChoice } from "../../language/detect.ts";
import { keepFragment, usePath } from "../../page/address.ts";
import { usePage } from "../../page/PageContext.ts";
import { Button } from "../../ui/Button.tsx";

/**
 * Renders the offer of the page in the other language; `onDismiss` is called after the choice was
 * stored.
 */
export default function LanguageOffer({ onDismiss }: { readonly onDismiss: () => void }) {
  const { language, t } = usePage();
  const path = usePath();
  const other = otherLanguage(language);
  /** Stores the page's language as the choice, removes the offer and moves the focus. */
  const dismiss = () => {
    storeChoice(language);
    onDismiss();
    // The focused button disappears with the suggestion.
    document.getElementById("main")?.focus({ preventScroll: true });
  };
  return (
    <aside className="language-suggestion" aria-label={t("app.language.label")}>
      <p lang={other}>{t("app.language.suggestion")}</p>
      <a
        className="button"
        lang={other}
        hrefLang={other}
        href={inLanguage(path, other)}
        onClick={(event) => {
          keepFragment(event.currentTarget);
          storeChoice(other);
        }}
      >
        {t("app.language.accept")}
      </a>
      <Button kind="quiet" onPress={dismiss}>
        {t("app.language.dismiss")}
      </Button>
    </aside>
  );
}
