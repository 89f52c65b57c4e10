/** Newest notifications of the member, and which of them they chose; the forms need no scripts. */
import { useQuery } from "../../page/address.ts";
import { PageHead } from "../../page/PageHead.tsx";
import { usePage, usePageData } from "../../page/PageContext.ts";
import { NotificationChoices } from "../letters/NotificationChoices.tsx";
import { NotificationLine } from "./NotificationLine.tsx";
import "./NotificationsPage.css";

/** Renders the form that marks all notifications up to a time as read. */
function ReadForm({ until }: { readonly until: string }) {
  const { language, viewer, t } = usePage();
  return (
    <form method="post" action={`/api/notifications/read/form?language=${language}`}>
      <input type="hidden" name="member" value={viewer?.id ?? ""} />
      <input type="hidden" name="language" value={language} />
      <input type="hidden" name="until" value={until} />
      <button type="submit" className="button button-quiet">
        {t("notifications.read")}
      </button>
    </form>
  );
}

/** Renders the newest notifications of the member and the choice of their channels. */
export default function NotificationsPage() {
  const { t } = usePage();
  const listed = usePageData("notifications");
  const notifications = listed?.notifications ?? [];
  // The newest comes first.
  const until = notifications[0]?.at ?? "";
  return (
    <>
      <PageHead
        title={t("notifications.meta.title")}
        description={t("notifications.meta.description")}
      />
      <header className="page-title">
        <h1>{t("notifications.title")}</h1>
        <p>{t("notifications.lead")}</p>
      </header>
      {useQuery().has("read") && <p role="alert">{t("notifications.readRefused")}</p>}
      {listed === null && <p role="alert">{t("notifications.failed")}</p>}
      {listed && notifications.length === 0 && <p>{t("notifications.none")}</p>}
      {notifications.some(({ is_unread }) => is_unread) && <ReadForm until={until} />}
      <ul className="notifications">
        {notifications.map((one) => (
          <NotificationLine key={`${one.kind} ${one.post_id} ${one.at}`} notification={one} />
        ))}
      </ul>
      <NotificationChoices />
    </>
  );
}
