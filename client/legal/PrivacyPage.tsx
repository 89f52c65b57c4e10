/** The privacy policy. */
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
  return (
    <LegalPage file="privacy">
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
