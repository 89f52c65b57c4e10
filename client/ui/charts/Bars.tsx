/** Horizontal bars from zero as SVG, with the value at the end of each. */
import "./Chart.css";

export interface Mark {
  readonly label: string;
  readonly value: number;
  /** The value as it is printed. */
  readonly text: string;
}

interface BarsProps {
  /** What the drawing shows, for readers who do not see it. */
  readonly label: string;
  readonly marks: readonly Mark[];
}

const barHeight = 14;
const lineHeight = 24;
/** Height of a label that stands above its bar. */
const labelHeight = 20;
const middle = lineHeight / 2;
const labelGap = 1.5;
/** Percent of the width that a value takes behind the longest bar. */
const valueSpace = 18;
const whole = 100;

// Full-width characters start here, but for rare ones.
const firstWide = "\u2e80";

/** Returns the width of a label in columns; a full-width character has two. */
function columnsOf(label: string): number {
  return [...label].reduce((sum, letter) => sum + (letter < firstWide ? 1 : 2), 0);
}

/** Columns of the longest label, and where bars start beside such labels, in percent; a phone has 290 pixels. */
const besides = [
  [4, 14],
  [14, 35],
] as const;

/**
 * Returns where the bars start, in percent of the width; 0 where labels are too long to stand
 * beside them.
 */
export function startOf(labels: readonly string[]): number {
  const longest = Math.max(...labels.map(columnsOf));
  return besides.find(([most]) => longest <= most)?.[1] ?? 0;
}

/**
 * Renders horizontal bars with a label on the left, or above each bar where labels are long; the
 * longest bar is that of the highest value.
 */
export function Bars({ label, marks }: BarsProps) {
  const most = Math.max(...marks.map(({ value }) => value), 1);
  const zero = startOf(marks.map((mark) => mark.label));
  const top = zero === 0 ? labelHeight : 0;
  const step = lineHeight + top;
  return (
    <svg className="chart-bars" role="img" aria-label={label} height={marks.length * step}>
      {marks.map((mark, place) => {
        const width = (mark.value / most) * (whole - zero - valueSpace);
        const y = place * step;
        const barTop = y + top + (lineHeight - barHeight) / 2;
        return (
          <g key={mark.label}>
            <text x="0" y={y + middle + (top && 2)}>
              {mark.label}
            </text>
            <rect x={`${zero}%`} y={barTop} width={`${width.toFixed(1)}%`} height={barHeight} />
            <text x={`${(zero + width + labelGap).toFixed(1)}%`} y={y + top + middle}>
              {mark.text}
            </text>
            <line x1={`${zero}%`} x2={`${zero}%`} y1={top ? barTop - 2 : y} y2={y + step} />
          </g>
        );
      })}
    </svg>
  );
}
