/** A link that begins a comparison; with scripts a press adds the record to the choice or removes it. */
import { pathFor } from "../../language/paths.ts";
import { usePage } from "../../page/PageContext.ts";
import "./CultivarCard.css";

interface CompareLinkProps {
  readonly id: string;
  readonly name: string;
  /** Appearance; by default a small link. */
  readonly className?: string;
}

/**
 * Renders a link to the comparison with this record; with scripts a press instead adds the record
 * to the choice, or removes it (`followLink` in `app/history.ts`).
 */
export function CompareLink({ id, name, className = "compare-link" }: CompareLinkProps) {
  const { language, t } = usePage();
  return (
    <a
      className={className}
      href={`${pathFor("compare", language)}?ids=${id}`}
      rel="nofollow"
      aria-label={t("cultivars.compare.named", { name })}
      data-compare={id}
    >
      {t("cultivars.compare.label")}
    </a>
  );
}
