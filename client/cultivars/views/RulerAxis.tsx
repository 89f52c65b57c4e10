/** The axis of the line of days on wide screens: ticks, dots, spans and the lines that lead to the names. */
import type { Harvest } from "../../contracts/cultivar.ts";
import { type Axis, borderOf, middleOf, type NamePlace, shareOf, ticksOf } from "./rulerPlaces.ts";

interface PlacedName {
  readonly id: string;
  readonly harvest: Harvest;
  readonly place: NamePlace;
}

export interface RulerShape {
  readonly axis: Axis;
  /** Room for the longest name. */
  readonly nameEm: number;
  readonly names: readonly PlacedName[];
}

/** Between the axis and the names, and between two rows, in em. */
const gap = 1.2;
/** Below the drawing, for the days at the ticks. */
const foot = 2;

const minus = "\u2212";
/** Writes a number of days with its sign. */
const signed = (days: number) => `${days < 0 ? minus : "+"}${Math.abs(days)}`;
const percent = (share: number) => `${Math.round(share * 1000) / 10}%`;
const em = (size: number) => `${Math.round(size * 100) / 100}em`;

/** Returns the number of rows of names on one side of the axis. */
function rowsOn(side: NamePlace["side"], names: readonly PlacedName[]): number {
  return Math.max(0, ...names.flatMap(({ place }) => (place.side === side ? place.row + 1 : [])));
}

/** Returns the distance of the axis from the top of the drawing, in em. */
function groundOf({ nameEm, names }: RulerShape): number {
  return rowsOn("above", names) * (nameEm + gap);
}

/**
 * Returns the distance in em from the top of the drawing to the end of a name that is nearer to the
 * axis; there the name is positioned and its leader ends.
 */
function nearEndOf({ side, row }: NamePlace, shape: RulerShape): number {
  const away = gap + row * (shape.nameEm + gap);
  return groundOf(shape) + (side === "above" ? -away : away);
}

/**
 * Returns the CSS position of a name; narrow screens do not position names, so that it has no
 * effect there.
 */
export function positionOf(place: NamePlace, shape: RulerShape) {
  return { left: percent(middleOf(place.slot)), top: em(nearEndOf(place, shape)) };
}

/** A share of the axis, and em from the top. */
type Point = readonly [x: number, y: number];

/**
 * Returns the points of the line from a day to its name. It passes the names of nearer rows at the
 * border of its slot.
 */
function leaderOf({ harvest, place }: PlacedName, shape: RulerShape): readonly Point[] {
  const end = nearEndOf(place, shape);
  const points: Point[] = [[shareOf(harvest.days, shape.axis), groundOf(shape)]];
  if (place.row > 0) {
    const border = borderOf(place.slot);
    const passed = end + (place.side === "above" ? gap : -gap);
    points.push([border, nearEndOf({ ...place, row: 0 }, shape)], [border, passed]);
  }
  return [...points, [middleOf(place.slot), end]];
}

/** Renders the line from a day to its name. */
function Leader({ points }: { readonly points: readonly Point[] }) {
  return points.slice(1).map(([x, y], at) => {
    const [fromX, fromY] = points[at] ?? [x, y];
    const ends = { x1: percent(fromX), x2: percent(x), y1: em(fromY), y2: em(y) };
    return <line className="ruler-leader" key={ends.y2} {...ends} />;
  });
}

interface RulerAxisProps {
  readonly shape: RulerShape;
  /** The name of the day that the others are counted from. */
  readonly zero: string;
  /** Writes a number of days with its sign and the unit, for both ends of the axis. */
  readonly withUnit: (days: string) => string;
}

/** Renders the axis with days, and a line from each day to the name's place. */
export function RulerAxis({ shape, zero, withUnit }: RulerAxisProps) {
  const { axis, nameEm, names } = shape;
  const ground = groundOf(shape);
  const bottom = ground + rowsOn("below", names) * (nameEm + gap) + gap;
  /** Returns the horizontal position of a day, as a percentage. */
  const at = (days: number) => percent(shareOf(days, axis));
  /** Returns the label of a day; at the ends of the axis, it names the unit. */
  const labelOf = (days: number) => {
    if (days === 0) return zero;
    return days === axis.first || days === axis.last ? withUnit(signed(days)) : signed(days);
  };
  return (
    <svg className="ruler-axis" aria-hidden="true" height={em(bottom + foot)}>
      {ticksOf(axis).map((days) => (
        <g key={days}>
          <line className="ruler-tick" x1={at(days)} x2={at(days)} y1="0" y2={em(bottom)} />
          <text x={at(days)} y={em(bottom + gap)} textAnchor="middle">
            {labelOf(days)}
          </text>
        </g>
      ))}
      <line className="ruler-line" x1="0" x2="100%" y1={em(ground)} y2={em(ground)} />
      {names.map(({ id, harvest, place }) => (
        <g key={id}>
          <Leader points={leaderOf({ id, harvest, place }, shape)} />
          {harvest.from !== harvest.to && (
            <line
              className="ruler-span"
              x1={at(Math.max(harvest.from, axis.first))}
              x2={at(Math.min(harvest.to, axis.last))}
              y1={em(ground)}
              y2={em(ground)}
            />
          )}
          <circle cx={at(harvest.days)} cy={em(ground)} r="5" />
        </g>
      ))}
    </svg>
  );
}
