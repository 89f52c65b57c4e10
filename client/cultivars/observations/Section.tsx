/** A section of observations: heading, content, coverage, and its sources with letters. */
import type { ReactNode } from "react";
import type { ObservationsView } from "../../contracts/observations.ts";
import { usePage } from "../../page/PageContext.ts";
import { Note } from "../catalogue/evidence/Note.tsx";

const firstLetter = 97;

/** Returns the letter of a note: figures are numbers of the record's sources. */
function letterOf(place: number): string {
  return String.fromCodePoint(firstLetter + place);
}

/** Lists the positions of the notes of these rows, in order of appearance. */
export function notesUsed(rows: readonly { readonly note: number }[]): readonly number[] {
  return [...new Set(rows.map(({ note }) => note))];
}

interface MarkProps {
  /** The section's id. */
  readonly of: string;
  readonly used: readonly number[];
  readonly note: number;
}

/** Link from a value to its source; a section with one source needs none. */
export function Mark({ of, used, note }: MarkProps) {
  const { t } = usePage();
  if (used.length < 2) return null;
  const letter = letterOf(used.indexOf(note));
  return (
    <sup className="observations-mark">
      <a href={`#${of}-${letter}`} aria-label={t("observations.note.mark", { letter })}>
        {letter}
      </a>
    </sup>
  );
}

interface NotesProps {
  readonly of: string;
  readonly used: readonly number[];
  readonly notes: ObservationsView["notes"];
}

/** The sources that a section uses, numbered if there are several. */
function Notes({ of, used, notes }: NotesProps) {
  const { language, t } = usePage();
  const found = used.flatMap((place) => notes[place] ?? []);
  const [only] = found;
  if (only === undefined) return null;
  if (found.length === 1) {
    return (
      <p className="observations-notes">
        {t("observations.note.one")}
        {language === "ja" ? "：" : ": "}
        <Note note={only} />
      </p>
    );
  }
  return (
    <ol className="observations-notes" aria-label={t("observations.note.all")}>
      {found.map((note, place) => (
        <li key={letterOf(place)} id={`${of}-${letterOf(place)}`}>
          <Note note={note} />
        </li>
      ))}
    </ol>
  );
}

interface SectionProps extends NotesProps {
  readonly title: string;
  /** In how many records there is something of the kind. */
  readonly coverage?: string;
  readonly children: ReactNode;
}

/** Heading, content, sources and coverage of one kind of observations. */
export function Section({ of, title, coverage, children, used, notes }: SectionProps) {
  return (
    <section className="observations-section" aria-labelledby={of}>
      <h2 id={of}>{title}</h2>
      {children}
      <Notes of={of} used={used} notes={notes} />
      {coverage && <p className="observations-notes observations-coverage">{coverage}</p>}
    </section>
  );
}
