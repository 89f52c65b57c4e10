/** The plant variety right of a cultivar, with its status on the day of reading. */
import type { ReactNode } from "react";
import type { ObservationsView, RightView } from "../../contracts/observations.ts";
import { partialDateText } from "../../language/partialDates.ts";
import { MixedText } from "../../page/text/MixedText.tsx";
import { usePage } from "../../page/PageContext.ts";
import { isOver, rightStatusOf, termEndOf } from "../catalogue/evidence/rightStatus.ts";
import { ListLink } from "../facts/ListLink.tsx";
import { Section } from "./Section.tsx";

interface RightsProps {
  readonly view: ObservationsView;
  /** The day of reading in Japan, such as 2026-11-23. */
  readonly today: string;
}

/** Renders a label and a value of the right. */
function Row({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

interface RightProps {
  readonly right: RightView;
  readonly today: string;
  readonly isListed: boolean;
}

/** Renders the status of the right on the day `today`: as recorded, or expired by its term. */
function Status({ right, today, isListed }: RightProps) {
  const { language, t } = usePage();
  const status = rightStatusOf(right, today);
  const isComputed = status === "expired" && right.ended === null;
  return (
    <Row label={t("observations.rights.status")}>
      <b>
        <ListLink isListed={isListed} filter="right" value={status}>
          {t(`observations.rights.${status}`)}
        </ListLink>
      </b>{" "}
      <MixedText text={t("observations.rights.asOf", { date: partialDateText(today, language) })} />
      <p className="cultivar-note">
        {t(`observations.rights.says.${isComputed ? "expiredComputed" : status}`)}
      </p>
    </Row>
  );
}

/** Renders date and number of the application; nothing if neither is known. */
function Application({ right: { applicationNo, applied } }: { readonly right: RightView }) {
  const { language, t } = usePage();
  if (applied === null && applicationNo === null) return null;
  const number = applicationNo && t("observations.rights.applicationNo", { number: applicationNo });
  const date = applied && partialDateText(applied, language);
  return (
    <Row label={t("observations.rights.application")}>
      {[date, number].filter(Boolean).join(language === "ja" ? "、" : ", ")}
    </Row>
  );
}

/**
 * Renders the recorded day on which the right ended, else the last day of its term, which is the
 * day before; nothing if neither is known.
 */
function End({ right }: { readonly right: RightView }) {
  const { language, t } = usePage();
  const end = right.ended ?? termEndOf(right);
  if (end === null) return null;
  const [label, text] =
    right.ended === null
      ? (["termEnd", "computedEnd"] as const)
      : (["end", "recordedEnd"] as const);
  return (
    <Row label={t(`observations.rights.${label}`)}>
      {t(`observations.rights.${text}`, { date: partialDateText(end, language) })}
    </Row>
  );
}

/** Renders all known facts of the right. */
function Facts(props: RightProps) {
  const { language, t } = usePage();
  const { right, today } = props;
  const { registerNo, published, granted, termYears, noExport } = right;
  const isEnded = isOver(rightStatusOf(right, today));
  return (
    <dl className="observations-facts">
      <Status {...props} />
      {registerNo && <Row label={t("observations.rights.registerNo")}>{registerNo}</Row>}
      <Application right={right} />
      {published && (
        <Row label={t("observations.rights.published")}>{partialDateText(published, language)}</Row>
      )}
      {granted && (
        <Row label={t("observations.rights.granted")}>{partialDateText(granted, language)}</Row>
      )}
      {termYears !== null && (
        <Row label={t("observations.rights.term")}>
          {t("observations.rights.termYears", { count: termYears })}
        </Row>
      )}
      <End right={right} />
      {noExport && (
        <Row label={t("observations.rights.export")}>
          {t(isEnded ? "observations.rights.noExportEnded" : "observations.rights.noExport")}
        </Row>
      )}
    </dl>
  );
}

/** Renders the section of the plant variety right; nothing without one. */
export function Rights({ view, today }: RightsProps) {
  const { t } = usePage();
  const { right, notes, coverage, isListed } = view;
  if (right === null) return null;
  const { rights: count, records } = coverage;
  return (
    <Section
      of="rights"
      title={t("observations.rights.title")}
      coverage={t("observations.coverage.rights", { count, records })}
      used={[right.note]}
      notes={notes}
    >
      <Facts right={right} today={today} isListed={isListed} />
      <p className="cultivar-note">{t("observations.rights.meaning")}</p>
    </Section>
  );
}
