/** An indeterminate wait with a label. */
import "./Spinner.css";

/** Renders a spinner and announces its label. */
export function Spinner({ label }: { readonly label: string }) {
  return (
    <p className="spinner" role="status">
      <svg viewBox="0 0 48 36" aria-hidden="true">
        <path d="M2 12C14 14 30 8 46 2M2 21C14 23 30 17 46 11M2 30C14 32 30 26 46 20" />
      </svg>
      <span>{label}</span>
    </p>
  );
}
