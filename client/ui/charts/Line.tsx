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
  /** Row of the year below the zero line, from 0; undefined where no row has room. */
  readonly yearRow: number | undefined;
}

const height = 140;
const textHeight = 20;
const ground = textHeight + height;
/** Margins at both sides in percent of the width. */
const margin = 6;
const width = 100 - 2 * margin;
/** The least distance of two texts in percent of the width: a phone has 300 pixels. */
const apart = 13;
const yearRows = [0, 1, 2] as const;

/**
 * Returns the places of points and texts. Values close to each other stand above and below the line
 * by turns. A year is printed in the first of three rows that has room, the last year in the first.
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
    /** Returns whether a year here has room in a row, beside its neighbours and the last year. */
    const hasRoom = (row: number) => {
      const year = placed.findLast(({ yearRow }) => yearRow === row);
      const isFree = year === undefined || x - year.x >= apart;
      return isFree && (row > 0 || point.year === last || xOf(last) - x >= apart);
    };
    placed.push({
      ...point,
      x,
      y: ground - (point.value / most) * (height - textHeight),
      isBelow: isClose && !before.isBelow,
      yearRow: yearRows.find(hasRoom),
    });
  }
  return placed;
}

/** Returns a position as a CSS percentage. */
const percent = (x: number) => `${x.toFixed(2)}%`;

/** Renders a line through the values of years, with texts that do not overlap. */
export function Line({ label, points }: LineProps) {
  const placed = placePoints(points);
  const rows = 1 + Math.max(...placed.map(({ yearRow = 0 }) => yearRow));
  return (
    <svg className="chart-line" role="img" aria-label={label} height={ground + rows * textHeight}>
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
      {placed.map(({ year, text, x, y, isBelow, yearRow }) => (
        <g key={year}>
          <circle cx={percent(x)} cy={y} r="4" />
          <text x={percent(x)} y={y + (isBelow ? textHeight : -textHeight + 4)}>
            {text}
          </text>
          {yearRow !== undefined && (
            <text
              className="chart-axis"
              x={percent(x)}
              y={ground + (yearRow + 1 / 2) * textHeight + 1}
            >
              {year}
            </text>
          )}
        </g>
      ))}
      <line x1="0" x2="100%" y1={ground} y2={ground} />
    </svg>
  );
}
