/** Ratings of disease, pests and cold in the words of their sources. */
import {
  type ObservationsView,
  type RatedGroup,
  ratedTraits,
  type RatingView,
} from "../../contracts/observations.ts";
import { usePage } from "../../page/PageContext.ts";
import { ListLink } from "../facts/ListLink.tsx";
import { Mark, notesUsed, Section } from "./Section.tsx";

const groups = ["disease", "pest", "cold"] as const satisfies readonly RatedGroup[];

interface RowsProps {
  readonly ratings: readonly RatingView[];
  readonly used: readonly number[];
  readonly isListed: boolean;
}

/**
 * Renders one rating as a list item, linked to the list of cultivars where the rating is a value of
 * a filter.
 */
function Rating({
  row,
  used,
  isListed,
}: Omit<RowsProps, "ratings"> & { readonly row: RatingView }) {
  const { language, t } = usePage();
  const { rating, original, scale, note, level } = row;
  const disease = ratedTraits.disease.find((name) => name === row.trait);
  const compared = scale !== "absolute" && t(`observations.ratings.scale.${scale}`);
  return (
    <li>
      {disease ? (
        <ListLink isListed={isListed} filter={disease} value={level}>
          {rating}
        </ListLink>
      ) : (
        rating
      )}
      {original && <small lang="ja"> {original}</small>}
      {compared && <small>{language === "ja" ? `（${compared}）` : ` (${compared})`}</small>}
      <Mark of="ratings" used={used} note={note} />
    </li>
  );
}

/** Renders the ratings of a group of traits: diseases, pests or cold; nothing without any. */
function Group({ group, ratings, used, isListed }: RowsProps & { readonly group: RatedGroup }) {
  const { t } = usePage();
  const traits = ratedTraits[group].flatMap((trait) => {
    const rows = ratings.filter((row) => row.trait === trait);
    return rows.length > 0 ? [{ trait, rows }] : [];
  });
  if (traits.length === 0) return null;
  return (
    <tbody>
      <tr>
        <th colSpan={2} scope="rowgroup">
          {t(`observations.ratings.${group}`)}
        </th>
      </tr>
      {traits.map(({ trait, rows }) => (
        <tr key={trait}>
          <th scope="row">{t(`observations.ratings.traits.${trait}`)}</th>
          <td>
            <ul>
              {rows.map((row, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two sources may have equal ratings.
                <Rating key={place} row={row} used={used} isListed={isListed} />
              ))}
            </ul>
          </td>
        </tr>
      ))}
    </tbody>
  );
}

/**
 * Renders the section of the sources' ratings of resistance to disease, pests and cold; nothing
 * without any.
 */
export function Ratings({ view }: { readonly view: ObservationsView }) {
  const { t } = usePage();
  const { ratings, notes, coverage, isListed } = view;
  if (ratings.length === 0) return null;
  const inOrder = groups.flatMap((group) =>
    ratedTraits[group].flatMap((trait) => ratings.filter((row) => row.trait === trait)),
  );
  const used = notesUsed(inOrder);
  const { ratings: count, records } = coverage;
  return (
    <Section
      of="ratings"
      title={t("observations.ratings.title")}
      coverage={t("observations.coverage.ratings", { count, records })}
      used={used}
      notes={notes}
    >
      <p className="cultivar-note">{t("observations.ratings.lead")}</p>
      <div className="observations-scroll">
        <table>
          <thead className="visually-hidden">
            <tr>
              <th scope="col">{t("observations.ratings.trait")}</th>
              <th scope="col">{t("observations.ratings.rating")}</th>
            </tr>
          </thead>
          {groups.map((group) => (
            <Group key={group} group={group} ratings={inOrder} used={used} isListed={isListed} />
          ))}
        </table>
      </div>
    </Section>
  );
}
