/** The form by which a suspended member leaves. */
import { usePage } from "../../page/PageContext.ts";
import type { SuspensionView } from "../../wire/types.generated.ts";

const choices = ["remove", "keep"] as const;

/**
 * Renders the form that deletes the account: it asks for the display name, and what happens to the
 * posts.
 */
export function RemovalForm({ suspension }: { readonly suspension: SuspensionView }) {
  const { language, t } = usePage();
  const { member_id, display_name: name } = suspension;
  return (
    <>
      <p>{t("suspended.removal.body")}</p>
      <p>{t("suspended.removal.kept")}</p>
      <details>
        <summary>{t("account.removal.open")}</summary>
        <form
          className="suspended-form"
          method="post"
          action={`/api/suspension/removal/form?language=${language}`}
        >
          <input type="hidden" name="member" value={member_id} />
          <input type="hidden" name="language" value={language} />
          <p>{t("account.removal.warning")}</p>
          <fieldset>
            <legend>{t("account.removal.posts")}</legend>
            {choices.map((choice) => (
              <label key={choice}>
                <input
                  type="radio"
                  name="posts"
                  value={choice}
                  defaultChecked={choice === "remove"}
                />
                {t(`account.removal.choice.${choice}`)}
              </label>
            ))}
          </fieldset>
          <p>
            <label htmlFor="confirmation" dir="auto">
              {t("account.removal.confirm", { name })}
            </label>
            <input id="confirmation" name="confirmation" autoComplete="off" required />
          </p>
          <p>
            <button type="submit" className="button button-danger">
              {t("account.removal.action")}
            </button>
          </p>
        </form>
      </details>
    </>
  );
}
