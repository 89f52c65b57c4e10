/** All diagrams of the catalogue: each cultivar's ancestors and each lineage group. */
import { textWidth } from "./labels.ts";
import { type Catalogue, checkPedigree, type Groups } from "./records.ts";
import { groupDiagram } from "./rows.ts";
import { ancestorDiagram } from "./tree.ts";
import type { Diagram, Diagrams, Picture } from "../../contracts/pedigree.ts";

// Group 14 has members but no common descent.
const unclassified = "14";

// An image has the diagram at double size, a title and a margin.
const pictureScale = 2;
const pictureMargin = 32;
const pictureTitle = 116;
const pictureMinimum = 440;
const noteSize = 11;
const secondSize = 9;
const noteRoom = 40;

/**
 * Returns the right edge of a diagram in its picture, in px, with the notes on other parents. A
 * picture has both languages: of several notes each has the second name beside the first, a single
 * note has it below.
 */
function pictureRight({ width, nodes }: Diagram): number {
  const doubles = nodes.flatMap((node) =>
    (node.with ?? []).map(({ nameJa, nameEn, linesJa, linesEn }, _, { length }) => {
      const japanese = textWidth((linesJa ?? [nameJa]).join(" "), noteSize);
      const second = length > 1 ? textWidth((linesEn ?? [nameEn]).join(" "), secondSize) : 0;
      return node.x + node.width + noteRoom + Math.ceil(japanese + second);
    }),
  );
  return Math.max(width, ...doubles);
}

/**
 * Returns code, file, names and size of a group's picture, as a list of one; empty for a group
 * without a picture.
 */
function pictureOf(code: string, groups: Groups, diagram: Diagram): readonly [string, Picture][] {
  const group = groups[code];
  if (!group?.slug) return [];
  const { name, nameJa, slug } = group;
  const width = Math.max(pictureMinimum, pictureRight(diagram) + 2 * pictureMargin) * pictureScale;
  const height = (diagram.height + pictureTitle + pictureMargin) * pictureScale;
  return [[code, { file: `${code}${slug}.jpg`, nameJa, nameEn: name, width, height }]];
}

/**
 * Lays out the ancestors of each cultivar and each lineage group; throws first if the records of
 * ancestry are faulty.
 */
export function diagramsOf(catalogue: Catalogue, groups: Groups): Diagrams {
  checkPedigree(catalogue);
  const ids = Object.keys(catalogue);
  const codes = Object.keys(groups).filter((code) => code !== unclassified);
  const drawn = Object.fromEntries(codes.map((code) => [code, groupDiagram(catalogue, code)]));
  const pictures = Object.entries(drawn).flatMap(([code, diagram]) =>
    pictureOf(code, groups, diagram),
  );
  return {
    ancestors: Object.fromEntries(ids.map((id) => [id, ancestorDiagram(catalogue, id)])),
    groups: drawn,
    pictures: Object.fromEntries(pictures),
  };
}
