/** Guidelines of the community: rules, reports, decisions and appeals. */
import { replyBusinessDays } from "../contracts/limits.generated.ts";
import { usePage } from "../page/PageContext.ts";
import { PageLink } from "../page/PageLink.tsx";
import { LegalPage, Section } from "./LegalText.tsx";

const rules = [
  "spam",
  "rude",
  "wrongCategory",
  "personalData",
  "rights",
  "wrongFact",
  "other",
] as const;

/** Renders the rules of the community, of reports, decisions and appeals. */
export default function GuidelinesPage() {
  const { t } = usePage();
  const params = { days: replyBusinessDays };
  return (
    <LegalPage file="guidelines">
      <Section heading="guidelines.spirit.heading" body="guidelines.spirit.body" />
      <Section heading="guidelines.rules.heading" body="guidelines.rules.body">
        <ul>
          {rules.map((rule) => (
            <li key={rule}>{t(`guidelines.rules.items.${rule}`)}</li>
          ))}
        </ul>
      </Section>
      <Section heading="guidelines.report.heading" body="guidelines.report.body" />
      <Section heading="guidelines.decide.heading" body="guidelines.decide.body" params={params}>
        <p>
          <PageLink to="moderationLog">{t("guidelines.log")}</PageLink>
        </p>
      </Section>
      <Section heading="guidelines.appeal.heading" body="guidelines.appeal.body" params={params}>
        <p>
          <PageLink to="contact">{t("guidelines.contact")}</PageLink>
        </p>
      </Section>
    </LegalPage>
  );
}
