/** Contact: e-mail address, hours and response time. */
import { replyBusinessDays } from "../contracts/limits.generated.ts";
import { usePage, usePageData } from "../page/PageContext.ts";
import { LegalPage, Paragraphs, Section } from "./LegalText.tsx";

const topics = ["correction", "account", "report", "press"] as const;

/** Renders the page with the operator's address, hours, and the time until a reply. */
export default function ContactPage() {
  const { language, site, t } = usePage();
  const { email, hours } = usePageData("operator");
  return (
    <LegalPage file="contact">
      <Section heading="contact.method.heading" body="contact.method.body">
        <p className="legal-text-address">
          {t("contact.emailLabel")}{" "}
          {email ? (
            <a href={`mailto:${email}`}>{email}</a>
          ) : (
            <em className="legal-text-unset">{t("contact.unset")}</em>
          )}
        </p>
      </Section>
      <Section heading="contact.hours.heading">
        <Paragraphs text={hours[language] ?? t("contact.hours.body")} />
      </Section>
      <Section
        heading="contact.reply.heading"
        body="contact.reply.body"
        params={{ days: replyBusinessDays }}
      />
      <Section heading="contact.topics.heading">
        <ul>
          {topics.map((topic) => (
            <li key={topic}>{t(`contact.topics.items.${topic}`, { site: site.name })}</li>
          ))}
        </ul>
      </Section>
    </LegalPage>
  );
}
