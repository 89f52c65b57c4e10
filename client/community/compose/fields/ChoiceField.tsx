/** An optional select field. */
import { useId } from "react";
import { usePage } from "../../../page/PageContext.ts";

interface ChoiceFieldProps {
  readonly label: string;
  readonly name: string;
  readonly value: string;
  readonly choices: readonly string[];
  readonly nameOf: (id: string) => string;
  readonly onChange: (id: string) => void;
}

export function ChoiceField({ label, name, value, choices, nameOf, onChange }: ChoiceFieldProps) {
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
