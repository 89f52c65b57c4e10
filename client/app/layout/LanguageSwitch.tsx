/** Links to this page in each language, with query and hash; the choice is stored. */
import { isPlainClick, keepFragment, usePath } from "../../page/address.ts";
import type { MouseEvent } from "react";
import { storeChoice } from "../../language/detect.ts";
import { type Language, languages } from "../../contracts/language.ts";
import { inLanguage } from "../../language/paths.ts";
import { usePage } from "../../page/PageContext.ts";
import "./LanguageSwitch.css";

/**
 * Renders links to the page in each language; the choice of a member is also saved in the profile.
 */
export function LanguageSwitch() {
  const page = usePage();
  const { language, viewer, t } = page;
  const path = usePath();
  /**
   * Stores the choice, of a member also in the profile; on a page with unsaved changes only if the
   * member leaves it.
   */
  const choose = (event: MouseEvent<HTMLAnchorElement>, spoken: Language) => {
    const link = event.currentTarget;
    const onLeave = () => storeChoice(spoken);
    keepFragment(link);
    // The guard of unsaved changes cancels the event, as when the page is left.
    const isUnsaved =
      viewer &&
      isPlainClick(event) &&
      !dispatchEvent(new Event("beforeunload", { cancelable: true }));
    if (isUnsaved) event.preventDefault();
    else onLeave();
    if (viewer)
      import("../../accounts/profiles/actions.ts")
        .then((actions) =>
          isUnsaved
            ? actions.leaveInLanguage(link, { member: viewer.id, language: spoken, onLeave })
            : actions.saveLanguage(page, spoken),
        )
        // The page changes its language even if the profile cannot be saved.
        .catch(() => isUnsaved && location.assign(link.href));
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
          onClick={(event) => choose(event, spoken)}
        >
          {t(`app.language.${spoken}`)}
        </a>
      ))}
    </nav>
  );
}
