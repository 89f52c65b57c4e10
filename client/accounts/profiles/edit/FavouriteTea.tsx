/** The favourite tea type: one button each; pressing the chosen one clears it. */
import { teaTypeName, teaTypes } from "../../../contracts/reference.ts";
import { usePage } from "../../../page/PageContext.ts";
import { toggleChoice } from "./draft.ts";
import type { FieldProps } from "./TextFields.tsx";
import "./FavouriteTea.css";

/** Renders the kinds of tea, of which one or none is the favourite. */
export function FavouriteTea({ draft, onChange }: FieldProps) {
  const { language, t } = usePage();
  return (
    <>
      <p className="quiet">{t("profileEdit.tea.hint")}</p>
      <div className="choices">
        {teaTypes.map((id) => (
          <button
            key={id}
            type="button"
            className="choice"
            aria-pressed={draft.teaType === id}
            onClick={() => onChange({ teaType: toggleChoice(draft.teaType, id) })}
          >
            {teaTypeName(id, language)}
          </button>
        ))}
      </div>
    </>
  );
}
