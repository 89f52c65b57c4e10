/** The form that mutes or blocks a member; it works without scripts. */
import type { ReactNode } from "react";
import { usePage } from "../../page/PageContext.ts";
import "./HideForm.css";

const kinds = ["mute", "block"] as const;

interface HideFormProps {
  /** Id of the member to mute or block. */
  readonly other: string;
  /** Buttons before the one that sends. */
  readonly children?: ReactNode;
}

/** Renders the form that mutes or blocks a member; it works without scripts. */
export function HideForm({ other, children }: HideFormProps) {
  const { language, viewer, t } = usePage();
  return (
    <form
      className="hide-form"
      method="post"
      action={`/api/account/hidden/form?language=${language}`}
    >
      <input type="hidden" name="member" value={viewer?.id ?? ""} />
      <input type="hidden" name="hide" value={other} />
      <fieldset>
        <legend className="visually-hidden">{t("hidden.choice.legend")}</legend>
        {kinds.map((kind) => (
          <label key={kind}>
            <input type="radio" name="kind" value={kind} defaultChecked={kind === "mute"} />
            <span>
              <b>{t(`hidden.choice.${kind}`)}</b>
              <small>{t(`hidden.choice.${kind}Means`)}</small>
            </span>
          </label>
        ))}
      </fieldset>
      <p className="quiet">{t("hidden.choice.note")}</p>
      <p className="dialog-actions">
        {children}
        <button type="submit" className="button">
          {t("hidden.choice.submit")}
        </button>
      </p>
    </form>
  );
}
