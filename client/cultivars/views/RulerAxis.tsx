/** The axis of the line of days on wide screens: ticks, dots, spans and the lines that lead to the names. */
import type { Harvest } from "../../contracts/cultivar.ts";
import { type Axis, middleOf, type NamePlace, shareOf, ticksOf } from "./rulerPlaces.ts";

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

/** Returns the vertical position of the end of a name that is next to the axis, in em. */
function edgeOf({ side, row }: NamePlace, shape: RulerShape): number {
  const away = gap + row * (shape.nameEm + gap);
  return groundOf(shape) + (side === "above" ? -away : away);
}

/**
 * Returns the CSS position of a name; narrow screens do not position names, so that it has no
 * effect there.
 */
export function positionOf(place: NamePlace, shape: RulerShape) {
  return { left: percent(middleOf(place.slot)), top: em(edgeOf(place, shape)) };
}

interface RulerAxisProps {
  readonly shape: RulerShape;
  /** The name of the day that the others are counted from. */
  readonly zero: string;
}

/** Renders the axis with days, and a line from each day to the name's place. */
export function RulerAxis({ shape, zero }: RulerAxisProps) {
  const { axis, nameEm, names } = shape;
  const ground = groundOf(shape);
  const bottom = ground + rowsOn("below", names) * (nameEm + gap) + gap;
  /** Returns the horizontal position of a day, as a percentage. */
  const at = (days: number) => percent(shareOf(days, axis));
  return (
    <svg className="ruler-axis" aria-hidden="true" height={em(bottom + foot)}>
      {ticksOf(axis).map((days) => (
        <g key={days}>
          <line className="ruler-tick" x1={at(days)} x2={at(days)} y1="0" y2={em(bottom)} />
          <text x={at(days)} y={em(bottom + gap)} textAnchor="middle">
            {days === 0 ? zero : signed(days)}
          </text>
        </g>
      ))}
      <line className="ruler-line" x1="0" x2="100%" y1={em(ground)} y2={em(ground)} />
      {names.map(({ id, harvest, place }) => (
        <g key={id}>
          <line
            className="ruler-leader"
            x1={at(harvest.days)}
            x2={percent(middleOf(place.slot))}
            y1={em(ground)}
            y2={em(edgeOf(place, shape))}
          />
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
