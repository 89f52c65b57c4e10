/** A rating as stars, with a text for screen readers. */
import { ratingMost } from "../contracts/limits.generated.ts";
import { usePage } from "../page/PageContext.ts";
import "./Stars.css";

/** Renders a rating as stars, rounded, with the exact number for screen readers. */
export function Stars({ rating }: { readonly rating: number }) {
  const { t } = usePage();
  const shown = Math.min(Math.max(Math.round(rating), 0), ratingMost);
  return (
    <span className="stars" role="img" aria-label={t("post.rating", { rating, most: ratingMost })}>
      {"★".repeat(shown)}
      {"☆".repeat(ratingMost - shown)}
    </span>
  );
}
