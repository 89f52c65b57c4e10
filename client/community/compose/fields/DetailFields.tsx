/** Optional fields about tea, shop or region, as the category has them. */
import { priceYenMost, ratingMost } from "../../../contracts/limits.generated.ts";
import { keepsField, type PostField } from "../../../contracts/postCategories.ts";
import { prefectureName, prefectures } from "../../../contracts/prefectures.ts";
import { teaTypeName, teaTypes } from "../../../contracts/reference.ts";
import { numberText } from "../../../language/dates.ts";
import { usePage } from "../../../page/PageContext.ts";
import { TextField } from "../../../ui/TextField.tsx";
import { CultivarField } from "./CultivarField.tsx";
import {
  priceOf,
  priceProblem,
  textProblem,
  typedFields,
  type TypedField as TypedFieldName,
} from "../draft.ts";
import type { FieldProps } from "./TextFields.tsx";
import { useId } from "react";
import "./DetailFields.css";

interface TypedFieldProps extends FieldProps {
  readonly field: Exclude<TypedFieldName, "title">;
  readonly hint?: string;
}

function TypedField({ draft, onChange, field, hint = "" }: TypedFieldProps) {
  const { t } = usePage();
  const most = typedFields[field];
  return (
    <TextField
      label={t(`createPost.fields.${field}`)}
      name={field}
      value={draft[field]}
      onChange={(text) => onChange({ [field]: text })}
      hint={hint}
      problem={textProblem(draft, field) && t("createPost.errors.textTooLong", { most })}
    />
  );
}

/** Shows how a typed price was understood: full-width digits, commas and currency signs are accepted. */
function PriceField({ draft, onChange }: FieldProps) {
  const { t } = usePage();
  const price = priceOf(draft.price_yen);
  return (
    <TextField
      label={t("createPost.fields.price_yen")}
      name="price_yen"
      inputMode="numeric"
      value={draft.price_yen}
      onChange={(price_yen) => onChange({ price_yen })}
      hint={
        typeof price === "number"
          ? t("createPost.details.yenRead", { price: numberText(price) })
          : t("createPost.details.yen")
      }
      problem={
        priceProblem(draft) &&
        t("createPost.errors.priceInvalid", { most: numberText(priceYenMost) })
      }
    />
  );
}

export function DetailFields({ draft, onChange }: FieldProps) {
  const { language, t } = usePage();
  const keeps = (field: PostField) => keepsField(draft.category, field);
  const part = { draft, onChange };
  return (
    <div className="post-form-details">
      {keeps("tea_type") && (
        <ChoiceField
          label={t("createPost.fields.tea_type")}
          name="tea_type"
          value={draft.tea_type}
          choices={teaTypes}
          nameOf={(id) => teaTypeName(id, language)}
          onChange={(tea_type) => onChange({ tea_type })}
        />
      )}
      {keeps("prefecture") && (
        <ChoiceField
          label={t("createPost.fields.prefecture")}
          name="prefecture"
          value={draft.prefecture}
          choices={prefectures}
          nameOf={(id) => prefectureName(id, language)}
          onChange={(prefecture) => onChange({ prefecture })}
        />
      )}
      {keeps("tea_variety") && <CultivarField {...part} />}
      {keeps("rating") && <RatingField {...part} />}
      {keeps("price_yen") && <PriceField {...part} />}
      {keeps("shop_name") && <TypedField {...part} field="shop_name" />}
      {keeps("harvest_period") && (
        <TypedField {...part} field="harvest_period" hint={t("createPost.details.harvestHint")} />
      )}
      {keeps("processing_method") && (
        <TypedField
          {...part}
          field="processing_method"
          hint={t("createPost.details.processingHint")}
        />
      )}
    </div>
  );
}

interface ChoiceFieldProps {
  readonly label: string;
  readonly name: string;
  readonly value: string;
  readonly choices: readonly string[];
  readonly nameOf: (id: string) => string;
  readonly onChange: (id: string) => void;
}

/** An optional select field. */
function ChoiceField({ label, name, value, choices, nameOf, onChange }: ChoiceFieldProps) {
  const { t } = usePage();
  const id = useId();
  return (
    <div className="text-field select-field">
      <label htmlFor={id}>{label}</label>
      <select id={id} name={name} value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">{t("createPost.details.none")}</option>
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {nameOf(choice)}
          </option>
        ))}
      </select>
    </div>
  );
}

const ratings = Array.from({ length: ratingMost }, (_, index) => index + 1);

/** The rating field: one to five stars, or none. */
function RatingField({ draft, onChange }: FieldProps) {
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
