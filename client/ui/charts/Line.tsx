/** A line through the values of years as SVG, above a zero line. */
import "./Chart.css";

export interface Point {
  readonly year: number;
  readonly value: number;
  /** The value as it is printed. */
  readonly text: string;
}

interface LineProps {
  /** What the drawing shows, for readers who do not see it. */
  readonly label: string;
  /** By year; at least two. */
  readonly points: readonly Point[];
}

interface Placed extends Point {
  /** Percent of the width, and pixels from the top. */
  readonly x: number;
  readonly y: number;
  /** Whether the value stands below the line, because another is next to it. */
  readonly isBelow: boolean;
  readonly hasYear: boolean;
}

const height = 140;
const textHeight = 20;
const ground = textHeight + height;
/** Margins at both sides in percent of the width. */
const margin = 6;
const width = 100 - 2 * margin;
/** The least distance of two texts in percent of the width: a phone has 300 pixels. */
const apart = 13;

/**
 * Returns the places of points and texts. Values close to each other stand above and below the line
 * by turns, and a year is printed where it has room.
 */
export function placePoints(points: readonly Point[]): readonly Placed[] {
  const [first, last] = [points[0]?.year ?? 0, points.at(-1)?.year ?? 1];
  const most = Math.max(...points.map(({ value }) => value), 1);
  /** Returns the horizontal position of a year, in percent. */
  const xOf = (year: number) => margin + ((year - first) / (last - first || 1)) * width;
  const placed: Placed[] = [];
  for (const point of points) {
    const x = xOf(point.year);
    const before = placed.at(-1);
    const isClose = before !== undefined && x - before.x < apart;
    const year = placed.findLast(({ hasYear }) => hasYear);
    const hasRoom = (year === undefined || x - year.x >= apart) && xOf(last) - x >= apart;
    placed.push({
      ...point,
      x,
      y: ground - (point.value / most) * (height - textHeight),
      isBelow: isClose && !before.isBelow,
      hasYear: hasRoom || point.year === last,
    });
  }
  return placed;
}

/** Returns a position as a CSS percentage. */
const percent = (x: number) => `${x.toFixed(2)}%`;

/** Renders a line through the values of years, with texts that do not overlap. */
export function Line({ label, points }: LineProps) {
  const placed = placePoints(points);
  return (
    <svg className="chart-line" role="img" aria-label={label} height={ground + textHeight}>
      {placed.slice(1).map((point, place) => (
        <line
          key={point.year}
          className="chart-stroke"
          x1={percent(placed[place]?.x ?? 0)}
          y1={placed[place]?.y ?? 0}
          x2={percent(point.x)}
          y2={point.y}
        />
      ))}
      {placed.map(({ year, text, x, y, isBelow, hasYear }) => (
        <g key={year}>
          <circle cx={percent(x)} cy={y} r="4" />
          <text x={percent(x)} y={y + (isBelow ? textHeight : -textHeight + 4)}>
            {text}
          </text>
          {hasYear && (
            <text className="chart-axis" x={percent(x)} y={ground + textHeight / 2 + 1}>
              {year}
            </text>
          )}
        </g>
      ))}
      <line x1="0" x2="100%" y1={ground} y2={ground} />
    </svg>
  );
}
