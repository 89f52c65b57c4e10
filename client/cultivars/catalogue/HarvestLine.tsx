/** The harvest axis: days of the first flush against Yabukita. */
import type { Translate } from "../../language/translator.ts";
import type { Harvest } from "../../contracts/cultivar.ts";
import "./HarvestLine.css";

interface HarvestLineProps {
  readonly harvest: Harvest;
  /** True for Yabukita itself, the reference. */
  readonly isStandard: boolean;
  readonly t: Translate;
}

/** Half of the axis in days: beyond the earliest (-13) and latest (+11) of the catalogue. */
const reachDays = 14;
const endDays = 9;

/** Returns the position of a day on the axis. */
export function at(days: number): string {
  return `${Math.round(((days + reachDays) / (2 * reachDays)) * 1000) / 10}%`;
}

/** Aligns the label inwards near an end of the axis. */
function anchorAt(days: number): "start" | "middle" | "end" {
  if (days <= -reachDays + endDays) return "start";
  return days >= reachDays - endDays ? "end" : "middle";
}

/** Names the range from the nearer day to the farther, without minus signs, which screen readers skip. */
function rangeSentence({ from, to, basis }: Harvest, t: Translate): string {
  const event = t(`cultivars.harvest.${basis}`);
  if (to <= 0) return t("cultivars.harvest.saysEarlierRange", { event, from: -to, to: -from });
  if (from >= 0) return t("cultivars.harvest.saysLaterRange", { event, from, to });
  return t("cultivars.harvest.saysAroundRange", { event, count: -from, to });
}

function sentence({ harvest, isStandard, t }: HarvestLineProps): string {
  if (isStandard) return t("cultivars.harvest.standardSays");
  const { days, from, to, basis } = harvest;
  const event = t(`cultivars.harvest.${basis}`);
  if (from !== to) return rangeSentence(harvest, t);
  if (days === 0) return t("cultivars.harvest.saysSame", { event });
  const key = days < 0 ? "saysEarlier" : "saysLater";
  return t(`cultivars.harvest.${key}`, { event, count: Math.abs(days) });
}

function shortRange(from: number, to: number, t: Translate): string {
  if (to <= 0) return t("cultivars.harvest.earlierRange", { from: -to, to: -from });
  if (from >= 0) return t("cultivars.harvest.laterRange", { from, to });
  return t("cultivars.harvest.aroundRange", { from: -from, to });
}

/** Says the days in a few words. */
export function harvestText({
  harvest: { days, from, to },
  isStandard,
  t,
}: HarvestLineProps): string {
  if (isStandard) return t("cultivars.harvest.standard");
  if (from !== to) return shortRange(from, to, t);
  if (days === 0) return t("cultivars.harvest.same");
  const key = days < 0 ? "earlier" : "later";
  return t(`cultivars.harvest.${key}`, { count: Math.abs(days) });
}

export function HarvestLine(props: HarvestLineProps) {
  const { harvest, isStandard, t } = props;
  const { days, from, to } = harvest;
  return (
    <svg className="harvest-line" role="img" aria-label={sentence(props)}>
      <line className="harvest-line-axis" x1="0" x2="100%" y1="25" y2="25" />
      <line className="harvest-line-mark" x1="50%" x2="50%" y1="18" y2="32" />
      {from !== to && (
        <line className="harvest-line-range" x1={at(from)} x2={at(to)} y1="25" y2="25" />
      )}
      <circle className="harvest-line-dot" cx={at(days)} cy="25" r="5" />
      <text className="harvest-line-days" textAnchor={anchorAt(days)} x={at(days)} y="13">
        {harvestText(props)}
      </text>
      {!isStandard && (
        <text className="harvest-line-name" x="50%" y="45">
          {t(`cultivars.harvest.axis.${harvest.basis}`)}
        </text>
      )}
    </svg>
  );
}
