/** The 47 prefectures as squares of equal size; the density of hatching shows the value, and a number says it. */
import { levelOf } from "./levels.ts";

/** Columns and rows of the map. */
export const size = { columns: 12, rows: 13 } as const;

/** Side of a square, and the space between two. */
const side = 40;
const gap = 2;
const inner = side - gap;
/** Lines of text: above the value, alone, and the value. */
const [upper, lone, lower] = [16, 24, 32];
/** Distances of the lines of hatching by level. */
const distances = [0, 11, 7, 4.5, 2.6] as const;
/** Signs that fit: of a name on a phone and on a wide page, and of a number. */
const fits = { short: { ja: 2, en: 4 }, long: 9, number: 4 } as const;

export interface Square {
  readonly id: string;
  readonly name: string;
  readonly short: string;
  readonly column: number;
  readonly row: number;
  readonly value: number;
  /** The value as it is printed; empty where there is none. */
  readonly text: string;
  /** Name and value in words, for readers who do not see the drawing, and where the name is short. */
  readonly label: string;
  /** Null without a page. */
  readonly href: string | null;
}

interface TileMapProps {
  /** What the drawing shows. */
  readonly label: string;
  readonly language: "en" | "ja";
  readonly squares: readonly Square[];
}

/** The patterns of the levels. */
export function Hatchings({ prefix }: { readonly prefix: string }) {
  return (
    <defs>
      {distances.map(
        (distance, level) =>
          level > 0 && (
            <pattern
              key={distance}
              id={`${prefix}-${level}`}
              width={distance}
              height={distance}
              patternUnits="userSpaceOnUse"
              patternTransform="rotate(45)"
            >
              <line x1="0" y1="0" x2="0" y2={distance} />
            </pattern>
          ),
      )}
    </defs>
  );
}

interface TextProps {
  readonly text: string;
  /** Signs that fit; more are drawn narrower. */
  readonly most: number;
  readonly y: number;
  readonly className: string;
}

/** A text that is narrowed to the width of its tile. */
function Text({ text, most, y, className }: TextProps) {
  const narrow = text.length > most && {
    textLength: inner - 4,
    lengthAdjust: "spacingAndGlyphs" as const,
  };
  return (
    <text className={className} x={inner / 2} y={y} {...narrow}>
      {text}
    </text>
  );
}

interface TileProps {
  readonly square: Square;
  readonly level: number;
  readonly language: "en" | "ja";
}

/** A prefecture with its name, value and hatching. */
function Tile({ square, level, language }: TileProps) {
  const { name, short, text } = square;
  const y = text === "" ? lone : upper;
  return (
    <>
      <rect width={inner} height={inner} rx="3" />
      {level > 0 && (
        <rect
          className="map-hatch"
          width={inner}
          height={inner}
          rx="3"
          fill={`url(#hatch-${level})`}
        />
      )}
      {language === "ja" ? (
        <Text className="map-name" y={y} text={short} most={fits.short[language]} />
      ) : (
        <>
          <Text className="map-name map-short" y={y} text={short} most={fits.short[language]} />
          <Text className="map-name map-long" y={y} text={name} most={fits.long} />
        </>
      )}
      {text && <Text className="map-number" y={lower} text={text} most={fits.number} />}
    </>
  );
}

/** A square without a page has no link. */
function Placed({ square, level, language }: TileProps) {
  const { column, row, href, label } = square;
  const inside = <Tile square={square} level={level} language={language} />;
  const place = `translate(${column * side + gap / 2} ${row * side + gap / 2})`;
  return href === null ? (
    <g className="map-plain" transform={place}>
      <title>{label}</title>
      {inside}
    </g>
  ) : (
    <g transform={place}>
      <a href={href}>
        <title>{label}</title>
        {inside}
      </a>
    </g>
  );
}

/** Draws prefectures as squares, shaded by their value relative to the largest. */
export function TileMap({ label, language, squares }: TileMapProps) {
  const most = Math.max(0, ...squares.map(({ value }) => value));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of links in a drawing is no fieldset.
    <svg
      className="map-tiles"
      viewBox={`0 0 ${size.columns * side} ${size.rows * side}`}
      role="group"
      aria-label={label}
    >
      <Hatchings prefix="hatch" />
      {squares.map((square) => (
        <Placed
          key={square.id}
          square={square}
          level={levelOf(square.value, most)}
          language={language}
        />
      ))}
    </svg>
  );
}
