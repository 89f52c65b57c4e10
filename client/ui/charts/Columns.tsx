/** Upright bars from zero as SVG, with the value above and the label below each. */
import type { Mark } from "./Bars.tsx";
import "./Chart.css";

interface ColumnsProps {
  /** What the drawing shows, for readers who do not see it. */
  readonly label: string;
  readonly marks: readonly Mark[];
  /** Height in pixels of a bar of the highest value. */
  readonly height?: number;
  /** Highest value of several drawings that share one scale. */
  readonly most?: number;
}

const usualHeight = 120;
const textHeight = 20;
const whole = 100;
/** Share of its place that a bar takes. */
const thickness = 0.62;

/** Characters of labels that fit side by side on the smallest phone. */
const roomOnPhones = 36;

/**
 * Renders upright bars with labels; zeros have neither bar nor value. Where the chart is narrow,
 * every second one of long labels is left out.
 */
export function Columns({ label, marks, height = usualHeight, most }: ColumnsProps) {
  const highest = most ?? Math.max(...marks.map(({ value }) => value), 1);
  const place = whole / marks.length;
  const tallest = Math.max(...marks.map(({ value }) => value), 0) / highest;
  const isCrowded = marks.map((mark) => mark.label).join("").length > roomOnPhones;
  const ground = Math.round(textHeight + tallest * height);
  return (
    <svg className="chart-columns" role="img" aria-label={label} height={ground + textHeight}>
      {marks.map((mark, position) => {
        const tall = (mark.value / highest) * height;
        const centre = (position + 1 / 2) * place;
        return (
          <g key={mark.label}>
            {mark.value > 0 && (
              <>
                <rect
                  x={`${(centre - (place * thickness) / 2).toFixed(2)}%`}
                  y={ground - tall}
                  width={`${(place * thickness).toFixed(2)}%`}
                  height={tall}
                />
                <text x={`${centre.toFixed(2)}%`} y={ground - tall - textHeight / 2}>
                  {mark.text}
                </text>
              </>
            )}
            <text
              className="chart-axis"
              data-alternate={isCrowded && position % 2 === 0}
              x={`${centre.toFixed(2)}%`}
              y={ground + textHeight / 2 + 1}
            >
              {mark.label}
            </text>
          </g>
        );
      })}
      <line x1="0" x2="100%" y1={ground} y2={ground} />
    </svg>
  );
}
