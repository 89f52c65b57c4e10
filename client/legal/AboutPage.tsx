/** About: mission, values, and how catalogue and community are maintained. */
import { usePage } from "../page/PageContext.ts";
import { LegalPage, Paragraphs, Section } from "./LegalText.tsx";

const values = ["quality", "sustainability", "diversity"] as const;

/** Renders the page about mission, values and name of the site. */
export default function AboutPage() {
  const { site, t } = usePage();
  return (
    <LegalPage file="about">
      <Section heading="about.mission.heading" body="about.mission.body" />
      <Section heading="about.values.heading">
        <div className="legal-text-values">
          {values.map((value) => (
            <section key={value}>
              <h3>{t(`about.values.${value}.heading`)}</h3>
              <Paragraphs text={t(`about.values.${value}.body`, { site: site.name })} />
            </section>
          ))}
        </div>
      </Section>
      <Section heading="about.reference.heading" body="about.reference.body" />
      <Section heading="about.community.heading" body="about.community.body" />
      <Section heading="about.name.heading" body="about.name.body" />
    </LegalPage>
  );
}
