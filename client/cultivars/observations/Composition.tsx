/** Contents of compounds beside those of Yabukita in the same trial. */
import type { ContentView, ObservationsView } from "../../contracts/observations.ts";
import { usePage } from "../../page/PageContext.ts";
import { Mark, notesUsed, Section } from "./Section.tsx";

interface RowsProps {
  readonly contents: readonly ContentView[];
  readonly used: readonly number[];
}

/**
 * Renders the table of compounds, with a column for Yabukita if it was measured too. `used` are the
 * positions of the section's notes.
 */
function Rows({ contents, used }: RowsProps) {
  const { t } = usePage();
  const hasYabukita = contents.some(({ yabukita }) => yabukita !== null);
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{t("observations.composition.compound")}</th>
          <th scope="col">{t("observations.composition.value")}</th>
          {hasYabukita && <th scope="col">{t("observations.composition.yabukita")}</th>}
        </tr>
      </thead>
      <tbody>
        {contents.map(({ compound, season, value, yabukita, remark, note }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: one compound may have equal values.
          <tr key={place}>
            <th scope="row">
              {compound}
              {season && <small>{season}</small>}
            </th>
            <td>
              {value}
              <Mark of="composition" used={used} note={note} />
              {remark && <small>{remark}</small>}
            </td>
            {hasYabukita && <td>{yabukita}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Renders the section of measured compounds; nothing without any. */
export function Composition({ view }: { readonly view: ObservationsView }) {
  const { t } = usePage();
  const { contents, notes, coverage } = view;
  if (contents.length === 0) return null;
  const used = notesUsed(contents);
  const { composition: count, records } = coverage;
  return (
    <Section
      of="composition"
      title={t("observations.composition.title")}
      coverage={t("observations.coverage.composition", { count, records })}
      used={used}
      notes={notes}
    >
      <div className="observations-scroll">
        <Rows contents={contents} used={used} />
      </div>
    </Section>
  );
}
