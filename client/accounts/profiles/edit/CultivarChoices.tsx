/** A scrolling grid of cultivars to choose from, with placeholders until the catalogue is loaded. */
import type { IndexEntry } from "../../../contracts/cultivar.ts";
import { cultivarSuggestions } from "../../../contracts/limits.generated.ts";
import { usePage } from "../../../page/PageContext.ts";
import "./FavouriteTea.css";

interface CultivarChoicesProps {
  readonly entries: readonly IndexEntry[];
  readonly isWaiting: boolean;
  readonly chosen: string | null;
  readonly onChoose: (id: string) => void;
}

const shapes = Array.from({ length: cultivarSuggestions }, (_, index) => index);

export function CultivarChoices(props: CultivarChoicesProps) {
  const { entries, isWaiting, chosen, onChoose } = props;
  const { t } = usePage();
  if (isWaiting) {
    return (
      <div className="choices" aria-busy="true">
        {shapes.map((shape) => (
          <span key={shape} className="choice favourite-cultivar-shape" />
        ))}
      </div>
    );
  }
  if (entries.length === 0) return <p className="quiet">{t("profileEdit.cultivar.empty")}</p>;
  return (
    <div className="choices favourite-cultivar-choices">
      {entries.map(({ id, nameJa, nameEn }) => (
        <button
          key={id}
          type="button"
          className="choice"
          aria-pressed={chosen === id}
          onClick={() => onChoose(id)}
        >
          <span>
            <span lang="ja">{nameJa}</span>
            <small lang="en">{nameEn}</small>
          </span>
        </button>
      ))}
    </div>
  );
}
