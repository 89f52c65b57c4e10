/** Optional fields about tea, shop or region, as the category has them. */
import { priceYenMost, ratingMost } from "../../../contracts/limits.generated.ts";
import {
  keepsField,
  postFields,
  type PostCategory,
  type PostField,
} from "../../../contracts/postCategories.ts";
import { prefectureName, prefectures } from "../../../contracts/prefectures.ts";
import { teaTypeName, teaTypes } from "../../../contracts/reference.ts";
import { numberText } from "../../../language/dates.ts";
import { usePage } from "../../../page/PageContext.ts";
import { TextField } from "../../../ui/TextField.tsx";
import { CultivarField } from "./CultivarField.tsx";
import {
  isFilled,
  priceOf,
  priceProblem,
  textProblem,
  typedFields,
  type TypedField as TypedFieldName,
} from "../draft.ts";
import { refusalOf } from "../refusedText.ts";
import type { FieldProps } from "./TextFields.tsx";
import { useEffect, useId, useState } from "react";
import "./DetailFields.css";

interface TypedFieldProps extends FieldProps {
  readonly field: Exclude<TypedFieldName, "title">;
  readonly hint?: string;
}

/** Renders a field of free text with a message above its limit. */
function TypedField({ draft, refused, onChange, field, hint = "" }: TypedFieldProps) {
  const { t } = usePage();
  const most = typedFields[field];
  return (
    <TextField
      label={t(`createPost.fields.${field}`)}
      name={field}
      value={draft[field]}
      onChange={(text) => onChange({ [field]: text })}
      hint={hint}
      problem={
        textProblem(draft, field)
          ? t("createPost.errors.textTooLong", { most })
          : refusalOf(refused, field, draft[field])
      }
    />
  );
}

/**
 * Renders the price field, with the price as it was understood: full-width digits, commas and
 * currency signs are accepted.
 */
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

/** Fields shown at once, in their order; the others of the category are folded. */
const firstFields: Readonly<Partial<Record<PostCategory, readonly PostField[]>>> = {
  review: ["tea_variety", "rating"],
  shop: ["shop_name", "rating"],
  "region-info": ["prefecture"],
};

/** Renders the control of a field, by the field's name. */
function DetailField({ field, ...props }: FieldProps & { readonly field: DetailName }) {
  const { language, t } = usePage();
  const { draft, onChange } = props;
  if (field === "tea_variety") return <CultivarField {...props} />;
  if (field === "rating") return <RatingField {...props} />;
  if (field === "price_yen") return <PriceField {...props} />;
  if (field === "shop_name") return <TypedField {...props} field={field} />;
  if (field === "harvest_period")
    return <TypedField {...props} field={field} hint={t("createPost.details.harvestHint")} />;
  if (field === "processing_method")
    return <TypedField {...props} field={field} hint={t("createPost.details.processingHint")} />;
  const isTea = field === "tea_type";
  return (
    <ChoiceField
      label={t(`createPost.fields.${field}`)}
      name={field}
      value={draft[field]}
      choices={isTea ? teaTypes : prefectures}
      nameOf={(id) => (isTea ? teaTypeName : prefectureName)(id, language)}
      onChange={(id) => onChange({ [field]: id })}
    />
  );
}

type DetailName = Exclude<PostField, "title">;
type DetailsProps = FieldProps & { readonly fields: readonly DetailName[] };

/** Renders fields in a section that stays closed until one of them has a value. */
function MoreFields({ fields, ...props }: DetailsProps) {
  const { language, t } = usePage();
  const isUsed = fields.some((field) => isFilled(props.draft, field));
  const [isOpen, setOpen] = useState(isUsed);
  // Drafts are restored after the first render.
  useEffect(() => {
    if (isUsed) setOpen(true);
  }, [isUsed]);
  const names = fields.map((field) => t(`createPost.fields.${field}`));
  return (
    <details
      className="post-form-more"
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        <b>{t("createPost.details.more")}</b>{" "}
        <span>{names.join(language === "ja" ? "・" : ", ")}</span>
      </summary>
      <div className="post-form-details">
        {fields.map((field) => (
          <DetailField key={field} {...props} field={field} />
        ))}
      </div>
    </details>
  );
}

/**
 * Returns the optional fields of a category, without the title; an empty list for most categories.
 */
export function detailsOf(category: string): readonly DetailName[] {
  return postFields.filter(
    (field): field is DetailName => field !== "title" && keepsField(category, field),
  );
}

/** Renders the category's most important fields, and the others in a section that opens. */
export function DetailFields(props: FieldProps) {
  const { category } = props.draft;
  const first = firstFields[category] ?? [];
  const fields = detailsOf(category);
  const more = fields.filter((field) => !first.includes(field));
  return (
    <>
      <div className="post-form-details">
        {[...fields]
          .filter((field) => first.includes(field))
          .sort((a, b) => first.indexOf(a) - first.indexOf(b))
          .map((field) => (
            <DetailField key={field} {...props} field={field} />
          ))}
      </div>
      {more.length > 0 && <MoreFields key={category} {...props} fields={more} />}
    </>
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

/** Renders an optional select field; `nameOf` returns the text of a choice. */
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

/** Renders the rating field: one to five stars, or none. */
function RatingField({ draft, onChange }: FieldProps) {
  const { t } = usePage();
  const { rating } = draft;
  /** Returns a rating in words. */
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
