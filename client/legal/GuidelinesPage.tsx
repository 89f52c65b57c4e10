/** Guidelines of the community: rules, reports, decisions and appeals. */
import { holds, reasons } from "../community/reports/reasons.ts";
import {
  burstMinutes,
  burstThings,
  establishedDays,
  repeatCharacters,
  repeatHours,
  replyBusinessDays,
} from "../contracts/limits.generated.ts";
import { usePage } from "../page/PageContext.ts";
import { PageLink } from "../page/PageLink.tsx";
import { AllowanceTable } from "./AllowanceTable.tsx";
import { LegalPage, Section } from "./LegalText.tsx";

const limits = {
  letters: repeatCharacters,
  hours: repeatHours,
  count: burstThings,
  minutes: burstMinutes,
};

/** Renders the rules of the community, of reports, decisions and appeals. */
export default function GuidelinesPage() {
  const { t } = usePage();
  const params = { days: replyBusinessDays };
  return (
    <LegalPage file="guidelines">
      <Section heading="guidelines.spirit.heading" body="guidelines.spirit.body" />
      <Section heading="guidelines.rules.heading" body="guidelines.rules.body">
        <ul>
          {reasons.map((rule) => (
            <li key={rule}>{t(`guidelines.rules.items.${rule}`)}</li>
          ))}
        </ul>
      </Section>
      <Section
        id="holds"
        heading="guidelines.holds.heading"
        body="guidelines.holds.body"
        params={params}
      >
        <ul>
          {holds.map((hold) => (
            <li key={hold}>{t(`guidelines.holds.items.${hold}`, limits)}</li>
          ))}
        </ul>
      </Section>
      <Section
        id="allowances"
        heading="guidelines.allowances.heading"
        body="guidelines.allowances.body"
        params={{ days: establishedDays }}
      >
        <AllowanceTable />
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
