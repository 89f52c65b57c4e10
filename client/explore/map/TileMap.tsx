/** The 47 prefectures as squares of equal size; the density of hatching shows the value, and a number says it. */
import { levelOf } from "./levels.ts";

/** Columns and rows of the map. */
export const size = { columns: 12, rows: 13 } as const;

/** Side of a square, and the space between two. */
const side = 40;
const gap = 2;
const inner = side - gap;
/** Baselines of the texts by their number, the value included. */
const baselines: readonly (readonly number[])[] = [[], [24], [16, 32], [11, 22.5, 35]];
/** Distances of the lines of hatching by level. */
const distances = [0, 11, 7, 4.5, 2.6] as const;
/** Japanese signs and digits that fit into a square. */
const fits = { ja: 2, number: 4 } as const;
/** Width of Latin letters at the size of names, in the widest of usual fonts. */
const widths = { thin: 3.6, usual: 7.3, broad: 9.6 } as const;

export interface Square {
  readonly id: string;
  /** The name in one line or two. */
  readonly lines: readonly string[];
  readonly column: number;
  readonly row: number;
  readonly value: number;
  /** The value as it is printed; empty where there is none. */
  readonly text: string;
  /** Name and value in words, for readers who do not see the drawing. */
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

/** Renders the SVG patterns of hatching, one for each level from 1, with ids that begin with `prefix`. */
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
  readonly isWide: boolean;
  readonly y: number;
  readonly className: string;
}

/** Returns whether a line of a name is wider than its square. */
function isWide(line: string, language: "en" | "ja"): boolean {
  if (language === "ja") return line.length > fits.ja;
  /** Returns the width of a letter in px. */
  const widthOf = (letter: string) => {
    if ("Ifijlt".includes(letter)) return widths.thin;
    return /[mwA-HK-R]/.test(letter) ? widths.broad : widths.usual;
  };
  return [...line].reduce((sum, letter) => sum + widthOf(letter), 0) > inner;
}

/** Renders a text; a wide one is narrowed to the width of its square. */
function Text({ text, isWide, y, className }: TextProps) {
  const narrow = isWide && {
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

/** Renders a prefecture with its name, value and hatching. */
function Tile({ square, level, language }: TileProps) {
  const { lines, text } = square;
  const heights = baselines[lines.length + (text === "" ? 0 : 1)] ?? [];
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
      {lines.map((line, at) => (
        <Text
          key={line}
          className={`map-name map-${language}`}
          y={heights[at] ?? 0}
          text={line}
          isWide={isWide(line, language)}
        />
      ))}
      {text && (
        <Text
          className="map-number"
          y={heights.at(-1) ?? 0}
          text={text}
          isWide={text.length > fits.number}
        />
      )}
    </>
  );
}

/** Renders a prefecture at its place, as a link if it has a page. */
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

/** Renders prefectures as squares, hatched by their value relative to the largest. */
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
