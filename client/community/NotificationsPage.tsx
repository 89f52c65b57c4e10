/** Comments and likes on the member's posts, and decisions about the member; the form needs no scripts. */
import { excerpt, singleLine } from "../language/excerpt.ts";
import { momentText } from "../language/dates.ts";
import { PageHead } from "../page/PageHead.tsx";
import { PageLink } from "../page/PageLink.tsx";
import { usePage, usePageData } from "../page/PageContext.ts";
import { NotificationChoices } from "./letters/NotificationChoices.tsx";
import type { Notification } from "../wire/types.generated.ts";
import "./NotificationsPage.css";

const textCharacters = 40;

const decisions = ["warn", "remove-post", "remove-comment", "suspend", "reinstate"] as const;

function useSentence({ kind, name, text, count }: Notification): string {
  const { t } = usePage();
  const shown = excerpt(singleLine(text), textCharacters);
  if (kind === "like") return t("notifications.like", { count, text: shown });
  if (kind === "comment") {
    const author = name ?? t("notifications.former");
    const words = { text: shown, name: singleLine(author) };
    return count === 1
      ? t("notifications.comment", words)
      : t("notifications.comments", { ...words, count });
  }
  const action = decisions.find((one) => one === kind);
  return action ? t(`notifications.${action}`) : kind;
}

function Line({ notification }: { readonly notification: Notification }) {
  const { language, t } = usePage();
  const { post_id, at, is_unread } = notification;
  const sentence = <bdi>{useSentence(notification)}</bdi>;
  return (
    <li className="notification" data-unread={is_unread || undefined}>
      {post_id === null ? (
        <PageLink to="account">{sentence}</PageLink>
      ) : (
        <PageLink to="post" params={{ id: String(post_id) }} suffix="#comments">
          {sentence}
        </PageLink>
      )}
      <small>
        {is_unread && <b>{t("notifications.unread")} </b>}
        {momentText(at, language)}
      </small>
    </li>
  );
}

function ReadForm() {
  const { language, viewer, t } = usePage();
  return (
    <form method="post" action="/api/notifications/read/form">
      <input type="hidden" name="member" value={viewer?.id ?? ""} />
      <input type="hidden" name="language" value={language} />
      <button type="submit" className="button button-quiet">
        {t("notifications.read")}
      </button>
    </form>
  );
}

export default function NotificationsPage() {
  const { t } = usePage();
  const listed = usePageData("notifications");
  const notifications = listed?.notifications ?? [];
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
      {listed === null && <p role="alert">{t("notifications.failed")}</p>}
      {listed && notifications.length === 0 && <p>{t("notifications.none")}</p>}
      {notifications.some(({ is_unread }) => is_unread) && <ReadForm />}
      <ul className="notifications">
        {notifications.map((one) => (
          <Line key={`${one.kind} ${one.post_id} ${one.at}`} notification={one} />
        ))}
      </ul>
      <NotificationChoices />
    </>
  );
}
