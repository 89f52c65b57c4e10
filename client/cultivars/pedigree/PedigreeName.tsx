/** One name of a pedigree: a link where it has a page, with its lineage's dot and other parents. */
import { anchorOf } from "./anchors.ts";
import type { PedigreeView } from "./PedigreeDiagram.tsx";
import type { DiagramNode, Label, Other } from "../../contracts/pedigree.ts";

type Language = PedigreeView["language"];

const dotX = 12;
const nameX = 24;
const noteGap = 6;

/** Returns the name in a language. */
export function nameIn({ nameJa, nameEn }: Label, language: Language): string {
  return language === "ja" ? nameJa : nameEn;
}

/** Returns the lines in which a name is drawn; long names have two. */
function linesIn(label: Label, language: Language): readonly string[] {
  const lines = language === "ja" ? label.linesJa : label.linesEn;
  return lines ?? [nameIn(label, language)];
}

/** Writes the name in both languages, that of the page first. */
function bothNames({ nameJa, nameEn }: Label, language: Language): string {
  if (nameJa === nameEn) return nameJa;
  return language === "ja" ? `${nameJa} ${nameEn}` : `${nameEn} ${nameJa}`;
}

interface NameProps {
  readonly view: PedigreeView;
  readonly node: DiagramNode;
  /** A founder within the diagram: its note names its origin instead of a cross. */
  readonly isFounder: boolean;
}

/**
 * Renders a name, linked to its record's page if it has one, and beside it the other parents of its
 * crosses.
 */
export function PedigreeName({ view, node, isFounder }: NameProps) {
  const { language, href, current, words = {} } = view;
  const { id, x, y, kind } = node;
  const place = { className: `pedigree-${kind}`, transform: `translate(${x} ${y})` };
  const names = kind === "unknown" ? words.unknown : bothNames(node, language);
  const title = node.code && view.lineage ? `${names} (${view.lineage(node.code)})` : names;
  return (
    <>
      {id === null ? (
        <g {...place}>
          {title && <title>{title}</title>}
          <PlainName node={node} language={language} form={view.diagram.form} />
        </g>
      ) : (
        <a
          {...place}
          id={view.hasTargets ? anchorOf(id) : undefined}
          href={href(id)}
          {...(id === current && { "aria-current": "page" })}
        >
          <title>{title}</title>
          {kind === "line" || kind === "native" ? (
            <PlainName node={node} language={language} form={view.diagram.form} />
          ) : (
            <LinkedName node={node} language={language} />
          )}
        </a>
      )}
      {node.with?.map((other, line) => (
        <PedigreeNote
          key={other.nameJa}
          view={view}
          other={other}
          sign={isFounder && line === 0 ? "←" : "×"}
          at={[x + node.width + noteGap, y + noteBaseline(node, line)]}
        />
      ))}
    </>
  );
}

/**
 * Returns the baseline in px of the note with index `line` beside a name; the notes are centred on
 * the name.
 */
function noteBaseline({ height, with: others = [] }: DiagramNode, line: number): number {
  return height / 2 + 4 + (line - (others.length - 1) / 2) * 15;
}

/** A native population has rounded ends, to distinguish it from a plant. */
const pillRadius = 18;
const boxRadius = 3;

interface TextProps {
  readonly node: DiagramNode;
  readonly language: Language;
}

/** Renders a name with a page: a box with the dot of its lineage and the name in both languages. */
function LinkedName({ node, language }: TextProps) {
  const { width, height, code } = node;
  const otherLanguage = language === "ja" ? "en" : "ja";
  return (
    <>
      <rect width={width} height={height} rx={boxRadius} />
      {code && <circle className={`pedigree-dot-${code}`} cx={dotX} cy={height / 2} r="4" />}
      <text x={nameX} y={height / 2 + (node.nameJa === node.nameEn ? 5 : -2)}>
        {nameIn(node, language)}
      </text>
      {node.nameJa !== node.nameEn && (
        <text x={nameX} y={height / 2 + 13} className="pedigree-second" lang={otherLanguage}>
          {nameIn(node, otherLanguage)}
        </text>
      )}
    </>
  );
}

/** Renders the name of a line or population in one language. */
function PlainName({
  node,
  language,
  form,
}: TextProps & { readonly form: PedigreeView["diagram"]["form"] }) {
  const { width, height } = node;
  const lines = linesIn(node, language);
  const first = height / 2 + 4.5 - (lines.length - 1) * 7.5;
  const x = form === "tree" ? width / 2 : nameX;
  return (
    <>
      <rect width={width} height={height} rx={node.kind === "native" ? pillRadius : boxRadius} />
      {form === "rows" && <circle className="pedigree-knot" cx={dotX} cy={height / 2} r="3.5" />}
      {lines.map((line, index) => (
        <text key={line} x={x} y={first + index * 15}>
          {line}
        </text>
      ))}
    </>
  );
}

interface NoteProps {
  readonly view: PedigreeView;
  readonly other: Other;
  readonly sign: string;
  readonly at: readonly [number, number];
}

/** Renders the name of a parent outside of the diagram, beside its child. */
function PedigreeNote({ view, other, sign, at: [x, y] }: NoteProps) {
  const text = (
    <text className="pedigree-note" x={x} y={y}>
      {`${sign} ${linesIn(other, view.language).join(" ")}`}
    </text>
  );
  if (other.id === null) return text;
  return <a href={view.href(other.id)}>{text}</a>;
}
