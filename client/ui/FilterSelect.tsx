/** One filter: all values, or one of a few. */
import "./FilterForm.css";

interface FilterSelectProps {
  readonly name: string;
  readonly label: string;
  /** Label of "all". */
  readonly any: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, text: string])[];
  readonly onChange: (value: string) => void;
}

/**
 * Renders a select field of a filter form; `any` is the label of the empty value, which filters
 * nothing.
 */
export function FilterSelect({ name, label, any, value, options, onChange }: FilterSelectProps) {
  return (
    <div className="filter-field">
      <label htmlFor={name}>{label}</label>
      <select
        id={name}
        name={name}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      >
        <option value="">{any}</option>
        {options.map(([id, text]) => (
          <option key={id} value={id}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}
