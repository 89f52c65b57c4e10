/** Similar cultivars with reasons, and those that differ in one wanted way. */
import type { SimilarView, SimilarViews } from "../contracts/cultivar.ts";
import { comparedRecords } from "../contracts/limits.generated.ts";
import { usePage } from "../page/PageContext.ts";
import { PageLink } from "../page/PageLink.tsx";
import "./SimilarCultivars.css";

function Similar({
  similar: { id, name, agreements, difference },
}: {
  readonly similar: SimilarView;
}) {
  const { language } = usePage();
  return (
    <li>
      <PageLink to="cultivar" params={{ id }}>
        {name}
      </PageLink>{" "}
      <span>{agreements.join(language === "ja" ? "、" : ", ")}</span>
      {difference && (
        <em>
          <span aria-hidden="true">≠ </span>
          {difference}
        </em>
      )}
    </li>
  );
}

interface SimilarCultivarsProps {
  readonly id: string;
  readonly similar: SimilarViews | null;
}

export function SimilarCultivars({ id, similar }: SimilarCultivarsProps) {
  const { t } = usePage();
  if (similar === null || similar.neighbours.length === 0) return null;
  const { heading, lead, neighbours, wishes } = similar;
  return (
    <section className="cultivar-section similar" id="similar">
      <h2>{heading}</h2>
      <p className="cultivar-note">{lead}</p>
      <ul className="similar-list">
        {neighbours.map((one) => (
          <Similar key={one.id} similar={one} />
        ))}
      </ul>
      <p>
        <PageLink
          to="compare"
          suffix={`?ids=${[id, ...neighbours.map((one) => one.id)].slice(0, comparedRecords).join(",")}`}
          rel="nofollow"
        >
          {t("cultivar.compareSimilar")}
        </PageLink>
      </p>
      {wishes.map(({ label, answers }) => (
        <details key={label} className="similar-wish">
          <summary>{label}</summary>
          <ul className="similar-list">
            {answers.map((one) => (
              <Similar key={one.id} similar={one} />
            ))}
          </ul>
        </details>
      ))}
    </section>
  );
}
