/** The terms of use. */
import { usePage } from "../page/PageContext.ts";
import { PageLink } from "../page/PageLink.tsx";
import { LegalPage, Section } from "./LegalText.tsx";

const before = ["intro", "registration"] as const;
const after = [
  "content",
  "changes",
  "disclaimer",
  "compensation",
  "withdrawal",
  "limitation",
  "governing",
] as const;
const prohibited = ["1", "2", "3", "4", "5", "6", "7", "8"] as const;

/** Renders the terms of use. */
export default function TermsPage() {
  const { t } = usePage();
  return (
    <LegalPage file="terms">
      {before.map((name) => (
        <Section
          key={name}
          heading={`terms.sections.${name}.heading`}
          body={`terms.sections.${name}.body`}
        />
      ))}
      <Section heading="terms.sections.prohibited.heading" body="terms.sections.prohibited.body">
        <ul>
          {prohibited.map((item) => (
            <li key={item}>{t(`terms.sections.prohibited.items.${item}`)}</li>
          ))}
        </ul>
      </Section>
      <Section heading="terms.sections.moderation.heading" body="terms.sections.moderation.body">
        <p>
          <PageLink to="guidelines">{t("terms.sections.moderation.guidelines")}</PageLink>
        </p>
      </Section>
      {after.map((name) => (
        <Section
          key={name}
          heading={`terms.sections.${name}.heading`}
          body={`terms.sections.${name}.body`}
        />
      ))}
    </LegalPage>
  );
}
