/** The remarks and sources of observations. */
import type { Season } from "../../contracts/overview/calendar.ts";
import { Note } from "../../cultivars/catalogue/evidence/Note.tsx";
import { MixedText } from "../../page/text/MixedText.tsx";

/** Renders the remarks on observations, then their sources. */
export function Support({ remarks, notes }: Pick<Season, "remarks" | "notes">) {
  return (
    <ul>
      {remarks.map((remark) => (
        <li key={remark}>
          <MixedText text={remark} />
        </li>
      ))}
      {notes.map((note) => (
        <li key={JSON.stringify(note)}>
          <Note note={note} />
        </li>
      ))}
    </ul>
  );
}
