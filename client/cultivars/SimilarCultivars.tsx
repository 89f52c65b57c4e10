/** Similar cultivars with reasons, and those that differ in one wanted way. */
import type { SimilarView, SimilarViews } from "../contracts/cultivar.ts";
import { comparedRecords } from "../contracts/limits.generated.ts";
import { usePage } from "../page/PageContext.ts";
import { PageLink } from "../page/PageLink.tsx";
import "./SimilarCultivars.css";

/**
 * Renders a link to one similar cultivar, its agreements with the page's record, and one
 * difference.
 */
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

interface WishProps {
  readonly wish: SimilarViews["wishes"][number];
}

/**
 * Renders the answers to one wish, such as "picked earlier", in a disclosure; without answers a
 * line that says why there are none.
 */
function Wish({ wish: { label, answers, note } }: WishProps) {
  const { language } = usePage();
  if (answers.length === 0) {
    return (
      <p className="similar-unanswered">
        {label}
        {language === "ja" ? "：" : ": "}
        {note}
      </p>
    );
  }
  return (
    <details className="similar-wish">
      <summary>{label}</summary>
      <ul className="similar-list">
        {answers.map((one) => (
          <Similar key={one.id} similar={one} />
        ))}
      </ul>
      {note && <p className="cultivar-note">{note}</p>}
    </details>
  );
}

interface SimilarCultivarsProps {
  readonly id: string;
  readonly similar: SimilarViews;
}

/** Renders the most similar cultivars, and a link to their comparison. */
function Neighbours({ id, similar: { lead, how, neighbours } }: SimilarCultivarsProps) {
  const { t } = usePage();
  const ids = [id, ...neighbours.map((one) => one.id)].slice(0, comparedRecords);
  return (
    <>
      <p className="cultivar-note">
        {lead}{" "}
        <PageLink to="databaseInfo" suffix="#similarity">
          {how}
        </PageLink>
      </p>
      <ul className="similar-list">
        {neighbours.map((one) => (
          <Similar key={one.id} similar={one} />
        ))}
      </ul>
      <p>
        <PageLink to="compare" suffix={`?ids=${ids.join(",")}`} rel="nofollow">
          {t("cultivar.compareSimilar")}
        </PageLink>
      </p>
    </>
  );
}

/** Renders similar cultivars with reasons, and those that differ in one wanted way. */
export function SimilarCultivars(props: SimilarCultivarsProps) {
  const { heading, neighbours, note, wishes } = props.similar;
  return (
    <section className="cultivar-section similar" id="similar">
      <h2>{heading}</h2>
      {neighbours.length > 0 && <Neighbours {...props} />}
      {note && <p className="cultivar-note">{note}</p>}
      {wishes.map((wish) => (
        <Wish key={wish.label} wish={wish} />
      ))}
    </section>
  );
}
