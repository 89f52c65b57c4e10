/** Disagreements of the sources: each value with its source, what the record follows, and why. */
import type { ConflictView, ObservationsView } from "../../contracts/observations.ts";
import { spaceAfterSign } from "../../language/facts.ts";
import { MixedText } from "../../page/text/MixedText.tsx";
import { usePage } from "../../page/PageContext.ts";
import { PageLink } from "../../page/PageLink.tsx";
import { Mark, notesUsed, Section } from "./Section.tsx";

interface ConflictProps {
  readonly conflict: ConflictView;
  readonly used: readonly number[];
}

/** Renders one disagreement: the values, the one that the record follows, and why. */
function Conflict({ conflict, used }: ConflictProps) {
  const { language, t } = usePage();
  const { subject, status, values, follows, reason } = conflict;
  return (
    <li data-status={status}>
      <h3>
        {t(`observations.conflicts.fields.${subject}`)}{" "}
        <small>{t(`observations.conflicts.${status}`)}</small>
      </h3>
      <ul>
        {values.map(({ value, note }) => (
          <li key={`${value} ${note}`}>
            <MixedText text={value} />
            <Mark of="conflicts" used={used} note={note} />
          </li>
        ))}
      </ul>
      <p>
        <b>
          <MixedText text={t("observations.conflicts.follows", { value: follows })} />
        </b>
        <MixedText text={spaceAfterSign(language) + reason} />
      </p>
    </li>
  );
}

/** Renders the section of disagreements; nothing without any. */
export function Conflicts({ view }: { readonly view: ObservationsView }) {
  const { t } = usePage();
  const { conflicts, notes } = view;
  if (conflicts.length === 0) return null;
  const used = notesUsed(conflicts.flatMap(({ values }) => values));
  return (
    <Section of="conflicts" title={t("observations.conflicts.title")} used={used} notes={notes}>
      <ul className="observations-conflicts">
        {conflicts.map((conflict) => (
          <Conflict
            key={`${conflict.subject} ${conflict.follows} ${conflict.reason}`}
            conflict={conflict}
            used={used}
          />
        ))}
      </ul>
      <p className="observations-all">
        <PageLink to="conflicts">{t("observations.conflicts.all")}</PageLink>
      </p>
    </Section>
  );
}
