/** Filter by cultivar: a button that loads the picker; without scripts a select. */
import { type ComponentType, useState } from "react";
import { useCultivarNames } from "../../cultivars/catalogue/useCatalogue.ts";
import { useLastAlert } from "../../page/useNotify.ts";
import { usePage } from "../../page/PageContext.ts";
import type { CultivarPickerProps } from "./CultivarPicker.tsx";
import type { FeedState } from "./feed.ts";

interface CultivarFilterProps {
  readonly state: FeedState;
  readonly onChange: (part: Partial<FeedState>) => void;
}

/** Renders a button that opens a dialog to choose a cultivar; without scripts a select field. */
export function CultivarFilter({ state, onChange }: CultivarFilterProps) {
  const { store, language, t } = usePage();
  const report = useLastAlert();
  const names = useCultivarNames();
  const [Picker, setPicker] = useState<ComponentType<CultivarPickerProps>>();
  const nameOf = (id: string) => names[id]?.name;
  const chosen = nameOf(state.tea_variety);
  /** Loads the dialog and opens it. */
  const open = async () => {
    report();
    try {
      const [{ CultivarPicker }] = await Promise.all([
        import("./CultivarPicker.tsx"),
        store.addMessages(language, "cultivarPicker"),
      ]);
      setPicker(() => CultivarPicker);
    } catch {
      report(t("app.networkError"));
    }
  };
  const close = () => setPicker(undefined);
  return (
    <div className="filter-field">
      <span className="filter-label" id="tea_variety-label">
        {t("community.filters.tea_variety")}
      </span>
      <button
        type="button"
        id="tea_variety-choice"
        className="filter-choose"
        aria-haspopup="dialog"
        aria-labelledby="tea_variety-label tea_variety-choice"
        onClick={() => void open()}
      >
        {chosen ?? t("community.filters.chooseCultivar")}
      </button>
      <noscript>
        <select
          name="tea_variety"
          defaultValue={state.tea_variety}
          aria-labelledby="tea_variety-label"
        >
          <option value="">{t("community.filters.any")}</option>
          {Object.keys(names).map((id) => (
            <option key={id} value={id}>
              {nameOf(id)}
            </option>
          ))}
        </select>
      </noscript>
      {Picker && (
        <Picker
          chosen={state.tea_variety}
          onChoose={(id) => {
            close();
            onChange({ tea_variety: id });
          }}
          onClose={close}
        />
      )}
    </div>
  );
}
