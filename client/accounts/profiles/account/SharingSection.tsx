/** What the member page shows besides name, picture, bio and posts; a form that works without scripts. */
import { useQuery } from "../../../page/address.ts";
import { usePage, usePageData } from "../../../page/PageContext.ts";
import { useFormRefusal } from "../../../page/useFormRefusal.ts";
import type { Sharing } from "../../../wire/types.generated.ts";

/** Renders the result of the form that was just sent, from the address; nothing without one. */
function Outcome() {
  const { t } = usePage();
  const outcome = useQuery().get("sharing");
  const refusal = useFormRefusal(outcome);
  if (outcome === null) return null;
  if (outcome === "saved") return <p role="status">{t("account.sharing.saved")}</p>;
  return <p role="alert">{refusal ?? t("account.sharing.failed")}</p>;
}

/** Returns the choices that the host refused, from the address; without any, those stored. */
function choicesIn(query: URLSearchParams, stored: Sharing): Sharing {
  const isTyped = ["favourites", "followed_cultivars", "collections"].some((one) => query.has(one));
  if (!isTyped) return stored;
  const shared = (query.get("collections") ?? "").split(",");
  return {
    favourites: query.has("favourites"),
    followed_cultivars: query.has("followed_cultivars"),
    collections: stored.collections.map((one) => ({ ...one, is_shared: shared.includes(one.id) })),
  };
}

/** Renders the form that chooses what others see of favourites, follows and collections. */
export function SharingSection() {
  const { language, viewer, t } = usePage();
  const stored = usePageData("sharing");
  const query = useQuery();
  if (stored === null) return <p role="alert">{t("app.loadFailed.title")}</p>;
  const { favourites, followed_cultivars, collections } = choicesIn(query, stored);
  return (
    <>
      <Outcome />
      <p>{t("account.sharing.lead")}</p>
      <form
        className="hide-form"
        method="post"
        action={`/api/account/sharing/form?language=${language}`}
      >
        <input type="hidden" name="member" value={viewer?.id ?? ""} />
        <fieldset>
          <legend className="visually-hidden">{t("account.sharing.heading")}</legend>
          <label>
            <input type="checkbox" name="favourites" defaultChecked={favourites} />
            {t("account.sharing.favourites")}
          </label>
          <label>
            <input type="checkbox" name="followed_cultivars" defaultChecked={followed_cultivars} />
            {t("account.sharing.follows")}
          </label>
        </fieldset>
        {collections.length === 0 && <p className="quiet">{t("account.sharing.none")}</p>}
        {collections.length > 0 && (
          <fieldset>
            <legend>{t("account.sharing.collections")}</legend>
            {collections.map(({ id, name, is_shared }) => (
              <label key={id}>
                <input type="checkbox" name="collections" value={id} defaultChecked={is_shared} />
                <bdi>{name}</bdi>
              </label>
            ))}
          </fieldset>
        )}
        <p className="account-actions">
          <button type="submit" className="button">
            {t("account.sharing.action")}
          </button>
        </p>
      </form>
    </>
  );
}
