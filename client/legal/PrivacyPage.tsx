/** The privacy policy. */
import { usePage } from "../page/PageContext.ts";
import { LegalPage, Section } from "./LegalText.tsx";

const sections = [
  "collection",
  "purpose",
  "management",
  "cookies",
  "thirdParties",
  "rights",
  "update",
] as const;

/** Renders the privacy policy. */
export default function PrivacyPage() {
  const { t } = usePage();
  return (
    <LegalPage file="privacy" updated={`${t("privacy.updatedLabel")} ${t("privacy.updated")}`}>
      {sections.map((name) => (
        <Section
          key={name}
          heading={`privacy.sections.${name}.heading`}
          body={`privacy.sections.${name}.body`}
        />
      ))}
    </LegalPage>
  );
}
