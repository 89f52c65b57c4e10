/** The cultivar field: a search by any name, and the chosen cultivar with a button to remove it. */
import { type KeyboardEvent, type RefObject, useId, useRef, useState } from "react";
import { NameSearch } from "../../../cultivars/catalogue/NameSearch.tsx";
import { useCatalogueLater, useCultivarNames } from "../../../cultivars/catalogue/useCatalogue.ts";
import type { IndexEntry } from "../../../contracts/cultivar.ts";
import { usePage } from "../../../page/PageContext.ts";
import type { FieldProps } from "./TextFields.tsx";
import "./CultivarField.css";

const mostShown = 8;

interface SearchProps {
  readonly id: string;
  readonly input: RefObject<HTMLInputElement | null>;
  readonly onChoose: (id: string) => void;
}

/** Renders the first eight found cultivars as buttons, and how many more there are. */
function Found({
  found,
  onChoose,
}: {
  found: readonly IndexEntry[];
  onChoose: SearchProps["onChoose"];
}) {
  const { t } = usePage();
  const hidden = found.length - mostShown;
  return (
    <>
      <ul className="cultivar-field-found">
        {found.slice(0, mostShown).map(({ id, nameJa, nameEn }) => (
          <li key={id}>
            <button type="button" onClick={() => onChoose(id)}>
              <span lang="ja">{nameJa}</span> <small lang="en">{nameEn}</small>
            </button>
          </li>
        ))}
      </ul>
      {hidden > 0 && <p className="quiet">{t("createPost.cultivar.more", { count: hidden })}</p>}
    </>
  );
}

/** Renders a search for a cultivar; Enter chooses the only result. */
function Search({ id, input, onChoose }: SearchProps) {
  const { t } = usePage();
  const [search, setSearch] = useState("");
  const [catalogue, load] = useCatalogueLater();
  const isSearching = search.trim() !== "" && Boolean(catalogue);
  const found = isSearching && catalogue ? catalogue.find(search) : [];
  /** Chooses the result on Enter if it is the only one. */
  const chooseOnly = ({ key, nativeEvent }: KeyboardEvent) => {
    const [first, ...others] = found;
    const isChosen = key === "Enter" && !nativeEvent.isComposing && isSearching;
    if (isChosen && first && others.length === 0) onChoose(first.id);
  };
  const status = found.length > 0 ? "createPost.cultivar.found" : "createPost.cultivar.empty";
  return (
    <>
      <NameSearch
        ref={input}
        id={id}
        value={search}
        placeholder={t("createPost.cultivar.placeholder")}
        onFocus={load}
        onChange={(event) => {
          setSearch(event.target.value);
          load();
        }}
        onKeyDown={chooseOnly}
      />
      {catalogue === null && <p role="alert">{t("createPost.cultivar.failed")}</p>}
      <p className="cultivar-field-count" role="status">
        {isSearching && t(status, { count: found.length })}
      </p>
      {isSearching && <Found found={found} onChoose={onChoose} />}
    </>
  );
}

/**
 * Renders the chosen cultivar with a button that removes it, or a search to choose one; each change
 * moves the focus to the one that appears.
 */
export function CultivarField({ draft, onChange }: FieldProps) {
  const { language, t } = usePage();
  const names = useCultivarNames();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const remove = useRef<HTMLButtonElement>(null);
  const { tea_variety: chosen } = draft;
  const name = names[chosen];
  // The chosen button disappears, so the focus moves on.
  /** Changes the cultivar and moves the focus to `next`. */
  const choose = (cultivar: string, next: RefObject<HTMLElement | null>) => {
    onChange({ tea_variety: cultivar });
    setTimeout(() => next.current?.focus());
  };
  return (
    <div className="text-field cultivar-field">
      {chosen === "" ? (
        <label htmlFor={id}>{t("createPost.fields.tea_variety")}</label>
      ) : (
        <p className="cultivar-field-label">{t("createPost.fields.tea_variety")}</p>
      )}
      {chosen === "" ? (
        <Search id={id} input={input} onChoose={(cultivar) => choose(cultivar, remove)} />
      ) : (
        <p className="cultivar-field-chosen">
          <span lang={name ? "ja" : undefined}>{name?.nameJa ?? chosen}</span>
          {language === "en" && name && <small>{name.name}</small>}
          <button
            ref={remove}
            type="button"
            className="text-button"
            onClick={() => choose("", input)}
          >
            {t("createPost.cultivar.remove")}
          </button>
        </p>
      )}
    </div>
  );
}
