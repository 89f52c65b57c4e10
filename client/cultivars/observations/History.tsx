/** What the editions changed in a record and why, folded on the screen and open in print. */
import type { HistoryStep, ObservationsView } from "../../contracts/observations.ts";
import { dateText } from "../../language/dates.ts";
import { MixedText } from "../../page/text/MixedText.tsx";
import { usePage } from "../../page/PageContext.ts";

/** Renders what one edition changed in the record, and why. */
function Step({ step }: { readonly step: HistoryStep }) {
  const { language, t } = usePage();
  const { version, date, isNew, revisions } = step;
  return (
    <li>
      <b>{t("observations.history.edition", { version })}</b>{" "}
      <small>
        <time dateTime={date}>{dateText(date, language)}</time>
      </small>
      {isNew && <p>{t("observations.history.published")}</p>}
      <ul>
        {revisions.map(({ what, why, credit }) => (
          <li key={what}>
            <MixedText text={language === "ja" ? what + why : `${what} ${why}`} />
            {credit && <small> {t("observations.history.credit", { name: credit })}</small>}
          </li>
        ))}
      </ul>
    </li>
  );
}

/** Renders the section of changes by edition; nothing without any. */
export function History({ view: { history } }: { readonly view: ObservationsView }) {
  const { language, t } = usePage();
  const [newest] = history;
  if (newest === undefined) return null;
  return (
    <section className="observations-section" aria-labelledby="history">
      <h2 id="history">{t("observations.history.title")}</h2>
      <details className="observations-history">
        <summary>
          {t("observations.history.newest", { date: dateText(newest.date, language) })}
        </summary>
        <ol>
          {history.map((step) => (
            <Step key={step.version} step={step} />
          ))}
        </ol>
      </details>
    </section>
  );
}
