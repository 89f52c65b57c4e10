/** A name for a vertical line: two digits stand side by side, and a code lies on its side as a whole. */
import "./UprightText.css";

const code = /^[\x20-\x7e]+$/;
const twoDigits = /(?<!\d)(\d\d)(?!\d)/;

/** Renders a name for a vertical line; where the line is horizontal, it looks like any text. */
export function UprightText({ text }: { readonly text: string }) {
  if (code.test(text)) return <span className="upright-code">{text}</span>;
  return text.split(twoDigits).map((part, at) =>
    at % 2 === 1 ? (
      <span key={part} className="upright-digits">
        {part}
      </span>
    ) : (
      part
    ),
  );
}
