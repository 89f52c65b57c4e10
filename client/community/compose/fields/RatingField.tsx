/** The rating field: one to five stars, or none. */
import { ratingMost } from "../../../contracts/limits.generated.ts";
import { usePage } from "../../../page/PageContext.ts";
import type { FieldProps } from "./FieldProps.ts";
import "./RatingField.css";

const ratings = Array.from({ length: ratingMost }, (_, index) => index + 1);

export function RatingField({ draft, onChange }: FieldProps) {
  const { t } = usePage();
  const { rating } = draft;
  const words = (count: number | null) =>
    count === null ? t("createPost.rating.none") : t("createPost.rating.stars", { count });
  return (
    <fieldset className="rating-field">
      <legend>{t("createPost.fields.rating")}</legend>
      <span className="rating-field-stars">
        {ratings.map((stars) => (
          <label key={stars} data-lit={stars <= (rating ?? 0)}>
            <input
              type="radio"
              name="rating"
              value={stars}
              checked={stars === rating}
              onChange={() => onChange({ rating: stars })}
              aria-label={words(stars)}
            />
            <span aria-hidden="true">★</span>
          </label>
        ))}
      </span>
      <span className="quiet">{words(rating)}</span>
      {rating !== null && (
        <button type="button" className="text-button" onClick={() => onChange({ rating: null })}>
          {t("createPost.rating.clear")}
        </button>
      )}
    </fieldset>
  );
}
