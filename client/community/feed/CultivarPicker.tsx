/** Dialog to pick a cultivar, with a search by any of its names. */
import { type KeyboardEvent, useId, useState } from "react";
import { NameSearch } from "../../cultivars/catalogue/NameSearch.tsx";
import { useCatalogue } from "../../cultivars/catalogue/useCatalogue.ts";
import type { IndexEntry } from "../../contracts/cultivar.ts";
import { usePage } from "../../page/PageContext.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import "../../ui/TextField.css";
import "./CultivarPicker.css";

export interface CultivarPickerProps {
  /** Empty when no cultivar is chosen. */
  readonly chosen: string;
  readonly onChoose: (id: string) => void;
  readonly onClose: () => void;
}

/** Renders the cultivars as a list of buttons. */
function Choices({
  entries,
  chosen,
  onChoose,
}: Omit<CultivarPickerProps, "onClose"> & { readonly entries: readonly IndexEntry[] }) {
  const { language } = usePage();
  return (
    <ul className="cultivar-picker-choices">
      {entries.map(({ id, nameJa, nameEn }) => (
        <li key={id}>
          <button type="button" aria-pressed={id === chosen} onClick={() => onChoose(id)}>
            <span lang="ja">{nameJa}</span> {language === "en" && <small>{nameEn}</small>}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Renders a dialog to search and choose a cultivar; Enter chooses the only match. */
export function CultivarPicker({ chosen, onChoose, onClose }: CultivarPickerProps) {
  const { t } = usePage();
  const [search, setSearch] = useState("");
  const catalogue = useCatalogue();
  const id = useId();
  const found = (search.trim() ? catalogue?.find(search) : catalogue?.entries) ?? [];
  /** Chooses the match on Enter if it is the only one. */
  const pickOnly = (event: KeyboardEvent) => {
    const [only, ...others] = found;
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (only && others.length === 0) onChoose(only.id);
  };
  return (
    <Dialog title={t("cultivarPicker.title")} onClose={onClose}>
      <div className="text-field cultivar-picker-search">
        <label htmlFor={id}>{t("cultivarPicker.search")}</label>
        <NameSearch
          id={id}
          value={search}
          placeholder={t("cultivarPicker.placeholder")}
          onChange={(event) => setSearch(event.target.value)}
          onKeyDown={pickOnly}
        />
      </div>
      {catalogue === null && <p role="alert">{t("cultivarPicker.failed")}</p>}
      <p className="cultivar-picker-count" role="status">
        {catalogue &&
          (found.length > 0
            ? t("cultivarPicker.found", { count: found.length })
            : t("cultivarPicker.empty"))}
      </p>
      <Choices entries={found} chosen={chosen} onChoose={onChoose} />
      <p className="dialog-actions">
        {chosen && (
          <Button kind="quiet" onPress={() => onChoose("")}>
            {t("cultivarPicker.any")}
          </Button>
        )}
        <Button kind="quiet" onPress={onClose}>
          {t("app.close")}
        </Button>
      </p>
    </Dialog>
  );
}
