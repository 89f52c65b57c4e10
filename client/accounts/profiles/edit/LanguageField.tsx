/** The member's interface language. */
import { useId } from "react";
import { languages } from "../../../contracts/language.ts";
import { usePage } from "../../../page/PageContext.ts";
import type { FieldProps } from "./TextFields.tsx";

export function LanguageField({ draft, onChange, disabled = false }: FieldProps) {
  const { t } = usePage();
  const id = useId();
  return (
    <div className="select-field">
      <label htmlFor={id} className="visually-hidden">
        {t("profileEdit.language.heading")}
      </label>
      <select
        id={id}
        name="language"
        value={draft.language}
        disabled={disabled}
        onChange={(event) => {
          const language = languages.find((spoken) => spoken === event.target.value);
          if (language) onChange({ language });
        }}
      >
        {languages.toReversed().map((spoken) => (
          <option key={spoken} value={spoken} lang={spoken}>
            {t(`app.language.${spoken}`)}
          </option>
        ))}
      </select>
      <p className="quiet">{t("profileEdit.language.hint")}</p>
    </div>
  );
}
