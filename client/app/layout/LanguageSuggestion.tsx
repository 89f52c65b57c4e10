/** Suggests the page in the reader's language when it differs; dismissible. */
import { usePath } from "../../page/address.ts";
import { useEffect, useState } from "react";
import { detectLanguage, storeChoice } from "../../language/detect.ts";
import { inLanguage, otherLanguage } from "../../language/paths.ts";
import { usePage } from "../../page/PageContext.ts";
import { Button } from "../../ui/Button.tsx";
import "./LanguageSuggestion.css";

/** Offers the browser's language if the page has the other one; members have a setting instead. */
export function LanguageSuggestion() {
  const { language, viewer, t } = usePage();
  const path = usePath();
  const [isOffered, offer] = useState(false);
  useEffect(() => offer(detectLanguage() !== language), [language]);
  // A member's language is set in the profile.
  if (!isOffered || viewer) return null;

  const other = otherLanguage(language);
  const dismiss = () => {
    storeChoice(language);
    offer(false);
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
        onClick={() => storeChoice(other)}
      >
        {t("app.language.accept")}
      </a>
      <Button kind="quiet" onPress={dismiss}>
        {t("app.language.dismiss")}
      </Button>
    </aside>
  );
}
