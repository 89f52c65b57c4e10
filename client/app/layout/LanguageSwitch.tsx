/** Links to this page in each language, with query and hash; the choice is stored. */
import { usePath } from "../../page/address.ts";
import type { MouseEvent } from "react";
import { storeChoice } from "../../language/detect.ts";
import { type Language, languages } from "../../contracts/language.ts";
import { inLanguage } from "../../language/paths.ts";
import { usePage } from "../../page/PageContext.ts";
import "./LanguageSwitch.css";

/**
 * Stores the chosen language and adds the fragment to the link, because only the browser knows it.
 */
function chooseLanguage(event: MouseEvent<HTMLAnchorElement>, language: Language): void {
  storeChoice(language);
  const link = event.currentTarget;
  link.href = link.href.split("#")[0] + location.hash;
}

/**
 * Renders links to the page in each language; the choice of a member is also saved in the profile.
 */
export function LanguageSwitch() {
  const { language, viewer, openSession, t } = usePage();
  const path = usePath();
  /** Saves the language in the member's profile. */
  const save = async (spoken: Language) => {
    const { saveLanguage } = await import("../../accounts/profiles/actions.ts");
    if (openSession) await saveLanguage(await openSession(), spoken);
  };
  return (
    <nav className="language-switch" aria-label={t("app.language.label")}>
      {languages.toReversed().map((spoken) => (
        <a
          key={spoken}
          lang={spoken}
          hrefLang={spoken}
          href={inLanguage(path, spoken)}
          aria-current={spoken === language ? "true" : undefined}
          onClick={(event) => {
            chooseLanguage(event, spoken);
            // The page changes its language even if the profile cannot be saved.
            if (viewer) save(spoken).catch(() => undefined);
          }}
        >
          {t(`app.language.${spoken}`)}
        </a>
      ))}
    </nav>
  );
}
