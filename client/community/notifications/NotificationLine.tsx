/** One notification: a sentence that leads to what happened; opening it marks it as read. */
import { decisions } from "../decisions.ts";
import { excerpt, isolated, singleLine } from "../../language/excerpt.ts";
import { momentText } from "../../language/dates.ts";
import { usePage } from "../../page/PageContext.ts";
import { PageLink } from "../../page/PageLink.tsx";
import { useSession } from "../../accounts/sessions/useSession.ts";
import type { Notification } from "../../wire/types.generated.ts";
import "./NotificationLine.css";

const textCharacters = 40;

const plain = [
  "reply",
  "mention",
  "answer",
  "question",
  "follow-member",
  "follow-cultivar",
  "follow-prefecture",
  "follow-tea-type",
  "report-kept",
  "report-acted",
  "report-gone",
  "correction-kept",
  "correction-accepted",
  ...decisions,
  "uphold-decision",
  "reverse-decision",
  "choose-answer",
  "clear-answer",
  "grant-role",
  "revoke-role",
] as const;
const counted = { comment: "comments", reply: "replies", mention: "mentions" } as const;

/**
 * Returns the name in the sentence: the member who acted, or, for the outcome of a proposed
 * correction, the cultivar's English name (the Japanese one is the `text`).
 */
function useName({ name, cultivar }: Notification): string {
  const { t } = usePage();
  if (name === null) return t("notifications.former");
  return cultivar ? name : t("notifications.person", { name: isolated(singleLine(name)) });
}

/** Returns the sentence of a notification; several of one kind are counted in one sentence. */
function useSentence(notification: Notification): string {
  const { t } = usePage();
  const { kind, text, count } = notification;
  const shown = isolated(excerpt(singleLine(text), textCharacters));
  const words = { text: shown, name: useName(notification) };
  if (kind === "like") return t("notifications.like", { count, text: shown });
  if (count > 1 && (kind === "comment" || kind === "reply" || kind === "mention"))
    return t(`notifications.${counted[kind]}`, { ...words, count });
  if (kind === "comment") return t("notifications.comment", words);
  const known = plain.find((one) => one === kind);
  return known ? t(`notifications.${known}`, words) : kind;
}

/**
 * Renders the sentence as a link to the cultivar or post that it is about; without either the
 * result of a report leads to the guidelines, and all else to the account with its decisions.
 */
function Sentence({ notification }: NotificationLineProps) {
  const { post_id: post, kind, cultivar, is_of_post } = notification;
  // Its direction is that of the language: a name at its beginning must not turn the sentence.
  const sentence = <bdi dir="ltr">{useSentence(notification)}</bdi>;
  if (cultivar)
    return (
      <PageLink to="cultivar" params={{ id: cultivar }}>
        {sentence}
      </PageLink>
    );
  if (post === null)
    return (
      <PageLink to={kind.startsWith("report-") ? "guidelines" : "account"}>{sentence}</PageLink>
    );
  return (
    <PageLink to="post" params={{ id: String(post) }} suffix={is_of_post ? "" : "#comments"}>
      {sentence}
    </PageLink>
  );
}

interface NotificationLineProps {
  readonly notification: Notification;
}

/**
 * Renders a notification; a press on an unread one marks all about the same post as read, or,
 * without a post, all of the same group.
 */
export function NotificationLine({ notification }: NotificationLineProps) {
  const { language, store, t } = usePage();
  const open = useSession();
  const { at, is_unread, post_id, group } = notification;
  /** Marks the notifications of the post or group as read, and the loaded list as stale. */
  const mark = async () => {
    const { markGroupRead, markPostRead } = await import("./markRead.ts");
    if (post_id !== null) await markPostRead(open, post_id);
    else if (group) await markGroupRead(open, group);
    store.invalidate("notifications");
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the click comes from the link, by keyboard too.
    <li
      className="notification"
      data-unread={is_unread || undefined}
      onClick={() => void (is_unread && mark().catch(() => undefined))}
    >
      <Sentence notification={notification} />
      <small>
        {is_unread && <b>{t("notifications.unread")} </b>}
        {momentText(at, language)}
      </small>
    </li>
  );
}
