/** Radio cards for the six categories, each with a short description. */
import {
  isOffered,
  offeredCategories,
  type PostCategory,
  type PostField,
} from "../../../contracts/postCategories.ts";
import { usePage } from "../../../page/PageContext.ts";
import "./CategoryCards.css";

interface CategoryCardsProps {
  readonly category: PostCategory;
  readonly onChoose: (category: PostCategory) => void;
  /** Values that the latest choices removed; the present category may have their fields. */
  readonly cleared: readonly PostField[];
  readonly onTakeBack: () => void;
}

/**
 * Renders the categories as radio cards, and names the fields that the latest choices emptied, with
 * a button that undoes them.
 */
export function CategoryCards(props: CategoryCardsProps) {
  const { category, onChoose, cleared, onTakeBack } = props;
  const { language, t } = usePage();
  const names = cleared.map((field) => t(`createPost.fields.${field}`));
  const fields = names.join(language === "ja" ? "、" : ", ");
  return (
    <>
      <fieldset className="category-cards">
        <legend className="visually-hidden">{t("createPost.category.heading")}</legend>
        {offeredCategories.map((id) => (
          <label key={id} className="category-card">
            <input
              type="radio"
              name="category"
              value={id}
              checked={id === category}
              onChange={() => onChoose(id)}
              aria-describedby={`category-${id}`}
              aria-label={t(`post.category.${id}`)}
            />
            <b>{t(`post.category.${id}`)}</b>
            <span id={`category-${id}`}>{t(`createPost.category.hints.${id}`)}</span>
          </label>
        ))}
      </fieldset>
      {/* Narrow screens show the description of the chosen card alone. */}
      <p className="category-hint quiet" aria-hidden="true">
        {isOffered(category) && t(`createPost.category.hints.${category}`)}
      </p>
      <div role="status" className="category-cleared" data-empty={cleared.length === 0}>
        {cleared.length > 0 && (
          <>
            <p>{t("createPost.category.cleared", { fields })}</p>
            <button type="button" className="text-button" onClick={onTakeBack}>
              {t("createPost.category.takeBack")}
            </button>
          </>
        )}
      </div>
    </>
  );
}
