/** The page behind a letter's link that ends the weekly e-mail; it needs neither sign-in nor scripts. */
import { useQuery } from "../../page/address.ts";
import { PageHead } from "../../page/PageHead.tsx";
import { usePage } from "../../page/PageContext.ts";
import { PageLink } from "../../page/PageLink.tsx";
import { useFormRefusal } from "../../page/useFormRefusal.ts";
import { Phrases } from "../../page/text/Phrases.tsx";

/** Renders the form that ends the weekly e-mail, with the token of its link. */
function EndForm() {
  const { language, t } = usePage();
  const query = useQuery();
  return (
    <form method="post" action={`/api/letters/end/form?language=${language}`}>
      <input type="hidden" name="member" value={query.get("member") ?? ""} />
      <input type="hidden" name="token" value={query.get("token") ?? ""} />
      <input type="hidden" name="language" value={language} />
      <p>{t("notifications.end.body")}</p>
      <p>
        <button type="submit" className="button">
          {t("notifications.end.submit")}
        </button>
      </p>
    </form>
  );
}

/** Renders the page behind the link in the weekly e-mail that ends it, without a sign-in. */
export default function LetterEndPage() {
  const { t } = usePage();
  const query = useQuery();
  const hasEnded = query.has("ended");
  const refusal = useFormRefusal(query.get("error"));
  const isWrong = query.has("error") || !(query.has("token") || hasEnded);
  return (
    <>
      <PageHead
        title={t("notifications.end.meta.title")}
        description={t("notifications.end.meta.description")}
      />
      <header className="page-title">
        <h1>
          <Phrases text={t("notifications.end.title")} />
        </h1>
      </header>
      {hasEnded && <p role="status">{t("notifications.end.ended")}</p>}
      {isWrong && <p role="alert">{refusal ?? t("notifications.end.error")}</p>}
      {!hasEnded && !isWrong && <EndForm />}
      {(hasEnded || isWrong) && (
        <p>
          {hasEnded && `${t("notifications.end.again")} `}
          <PageLink to="notifications">{t("notifications.end.notifications")}</PageLink>
        </p>
      )}
    </>
  );
}
