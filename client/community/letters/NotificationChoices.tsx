/** Which notifications the member is shown and sent; a form that works without scripts. */
import { type FormEvent, useState } from "react";
import { dateText } from "../../language/dates.ts";
import { useQuery } from "../../page/address.ts";
import { usePage, usePageData } from "../../page/PageContext.ts";
import { useFormRefusal } from "../../page/useFormRefusal.ts";
import { FormSection } from "../../ui/FormSection.tsx";
import type { NotificationSettings } from "../../wire/types.generated.ts";
import "../hide/HideForm.css";

const errors = ["consent", "noServer", "noAddress", "decision"] as const;

const kinds = [
  "comment",
  "reply",
  "mention",
  "answer",
  "like",
  "follow",
  "question",
  "report",
  "decision",
] as const;

type Kind = (typeof kinds)[number];

/** Returns the channels that a kind of notification may have; decisions cannot be switched off. */
const channelsOf = (kind: Kind) =>
  (["on", "letter", "off"] as const).filter((channel) => channel !== "off" || kind !== "decision");

/** Renders the result of the form that was just sent, from the address; nothing without one. */
function Outcome() {
  const { t } = usePage();
  const outcome = useQuery().get("choices");
  const refusal = useFormRefusal(outcome);
  if (outcome === null) return null;
  if (outcome === "saved") return <p role="status">{t("notifications.choices.saved")}</p>;
  const known = errors.find((one) => one === outcome) ?? "failed";
  return <p role="alert">{refusal ?? t(`notifications.errors.${known}`)}</p>;
}

interface ChannelsProps {
  readonly kind: Kind;
  readonly settings: NotificationSettings;
  readonly canSend: boolean;
}

/**
 * Renders the choice where one kind of notification appears: on the site, also in the weekly
 * e-mail, or nowhere.
 */
function Channels({ kind, settings, canSend }: ChannelsProps) {
  const { t } = usePage();
  // Choices that the host refused are in the address.
  const typed = useQuery().get(kind) ?? settings.choices[kind];
  return (
    <fieldset>
      <legend>{t(`notifications.choices.kinds.${kind}`)}</legend>
      {channelsOf(kind).map((channel) => (
        <label key={channel}>
          <input
            type="radio"
            name={kind}
            value={channel}
            defaultChecked={typed === channel}
            disabled={channel === "letter" && !canSend}
          />
          {t(`notifications.choices.channels.${channel}`)}
        </label>
      ))}
    </fieldset>
  );
}

interface ConsentProps {
  readonly settings: NotificationSettings;
  /** A kind is to be sent by letter. */
  readonly isNeeded: boolean;
}

/** Renders the consent to the weekly e-mail, and when it was given. */
function Consent({ settings: { email, consented_at }, isNeeded }: ConsentProps) {
  const { language, t } = usePage();
  return (
    <fieldset>
      <legend>{t("notifications.choices.letter")}</legend>
      <p>{t("notifications.choices.letterBody", { email: email ?? "" })}</p>
      <label>
        <input
          type="checkbox"
          name="consent"
          value="1"
          required={isNeeded}
          defaultChecked={consented_at !== null}
        />
        <span>
          {t("notifications.choices.consent")}
          {consented_at !== null && (
            <small>
              {t("notifications.choices.consented", { date: dateText(consented_at, language) })}
            </small>
          )}
        </span>
      </label>
    </fieldset>
  );
}

/**
 * Renders the form of channels for each kind of notification; the weekly e-mail needs an address
 * and a consent.
 */
export function NotificationChoices() {
  const { language, viewer, t } = usePage();
  const settings = usePageData("notificationSettings");
  const [isNeeded, setNeeded] = useState(false);
  if (settings === null) return null;
  const { is_letter_offered, email } = settings;
  const canSend = is_letter_offered && email !== null;
  // Asks for the consent before anything is sent, so that the chosen channels stay in the form.
  /** Notes whether a channel by e-mail is chosen, which makes the consent required. */
  const onChange = ({ currentTarget }: FormEvent<HTMLFormElement>) =>
    setNeeded([...new FormData(currentTarget).values()].includes("letter"));
  return (
    <FormSection heading={t("notifications.choices.heading")} id="choices">
      <Outcome />
      <p>{t("notifications.choices.lead")}</p>
      {!canSend && (
        <p className="quiet">
          {t(`notifications.choices.${is_letter_offered ? "noAddress" : "noServer"}`)}
        </p>
      )}
      <form
        className="hide-form"
        onChange={onChange}
        method="post"
        action={`/api/account/notifications/form?language=${language}`}
      >
        <input type="hidden" name="member" value={viewer?.id ?? ""} />
        {kinds.map((kind) => (
          <Channels key={kind} kind={kind} settings={settings} canSend={canSend} />
        ))}
        {canSend && <Consent settings={settings} isNeeded={isNeeded} />}
        <p>
          <button type="submit" className="button">
            {t("notifications.choices.save")}
          </button>
        </p>
      </form>
    </FormSection>
  );
}
