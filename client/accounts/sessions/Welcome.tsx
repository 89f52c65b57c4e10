/** The welcome after the first sign-in: language and favourite tea, in a form that works without scripts. */
import type { SubmitEvent } from "react";
import { languages } from "../../contracts/language.ts";
import { teaTypeName, teaTypes } from "../../contracts/reference.ts";
import { storeChoice } from "../../language/detect.ts";
import { usePage } from "../../page/PageContext.ts";
import type { Viewer } from "../../page/payload.ts";
import { forgetPath, rememberedPath } from "./returnPath.ts";
import "./Welcome.css";

const languageNames = { en: "English", ja: "日本語" };

interface WelcomeProps {
  readonly member: Viewer;
  /** The page that the address names; otherwise the page that this tab remembers. */
  readonly returnPath: string | null;
  readonly home: string;
}

/** Renders the form of the welcome: language and favourite tea; its second button skips it. */
export function Welcome({ member, returnPath, home }: WelcomeProps) {
  const { language: shown, site, t } = usePage();
  /** Sets the page to return to, and stores the chosen language, before the form is sent. */
  const leave = ({ currentTarget: form, nativeEvent }: SubmitEvent<HTMLFormElement>) => {
    const back = form.querySelector<HTMLInputElement>("[name=back]");
    if (back) back.value = returnPath ?? rememberedPath() ?? home;
    const isSkipped = nativeEvent.submitter?.getAttribute("name") === "skip";
    const language = new FormData(form).get("language");
    const chosen = languages.find((name) => name === language);
    if (chosen && !isSkipped) storeChoice(chosen);
    forgetPath();
  };
  return (
    <form
      className="welcome"
      method="post"
      action={`/api/profiles/me/welcome?language=${shown}`}
      onSubmit={leave}
    >
      <h1>{t("authCallback.welcome.title", { site: site.name })}</h1>
      <p className="quiet">{t("authCallback.welcome.lead")}</p>
      <input type="hidden" name="member" value={member.id} />
      <input type="hidden" name="back" defaultValue={returnPath ?? home} />
      <fieldset>
        <legend>{t("authCallback.welcome.language")}</legend>
        {languages.map((name) => (
          <label key={name} lang={name}>
            <input
              type="radio"
              name="language"
              value={name}
              defaultChecked={name === member.language}
            />
            {languageNames[name]}
          </label>
        ))}
      </fieldset>
      <fieldset>
        <legend>{t("authCallback.welcome.tea")}</legend>
        {["", ...teaTypes].map((id) => (
          <label key={id}>
            <input type="radio" name="favorite_tea_type" value={id} defaultChecked={id === ""} />
            {id === "" ? t("authCallback.welcome.none") : teaTypeName(id, shown)}
          </label>
        ))}
      </fieldset>
      <p className="welcome-buttons">
        <button type="submit" className="button">
          {t("authCallback.welcome.save")}
        </button>
        <button type="submit" className="button button-quiet" name="skip" value="1">
          {t("authCallback.welcome.skip")}
        </button>
      </p>
    </form>
  );
}
