/** A section of observations: heading, content, coverage, and its sources with letters. */
import type { ReactNode } from "react";
import type { ObservationsView } from "../../contracts/observations.ts";
import { usePage } from "../../page/PageContext.ts";
import { Note } from "../catalogue/evidence/Note.tsx";

const firstLetter = 97;

/** Returns the letter of a note, "a" for position 0. Numbers are those of the record's sources. */
function letterOf(place: number): string {
  return String.fromCodePoint(firstLetter + place);
}

/**
 * Returns the positions of the notes that these rows refer to, each once, in order of appearance.
 */
export function notesUsed(rows: readonly { readonly note: number }[]): readonly number[] {
  return [...new Set(rows.map(({ note }) => note))];
}

interface MarkProps {
  /** The section's id. */
  readonly of: string;
  readonly used: readonly number[];
  readonly note: number;
}

/**
 * Renders a letter that links a value to its note below; nothing in a section with one note, which
 * needs none.
 */
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

/** Renders the notes of a section; several of them are a list with letters. */
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

/** Renders heading, content, notes and coverage of one kind of observations. */
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
