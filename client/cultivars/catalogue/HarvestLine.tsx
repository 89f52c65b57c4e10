/** The harvest axis: days of the first flush against Yabukita. */
import type { Translate } from "../../language/translator.ts";
import type { Harvest } from "../../contracts/cultivar.ts";
import "./HarvestLine.css";

interface HarvestLineProps {
  /** Days of one event, bud break or picking, from Yabukita; negative days are earlier. */
  readonly harvest: Harvest;
  /** Days of the record's other event, drawn with a mark of its own. */
  readonly other?: Harvest | null;
  /** True for Yabukita itself, the reference. */
  readonly isStandard: boolean;
  readonly t: Translate;
}

/** Half of the axis in days: as far as the earliest (-14), beyond the latest (+11) of the catalogue. */
const reachDays = 14;
/** Days from an end of the axis within which a label is aligned inwards. */
const endDays = 9;

/**
 * Returns the position of a day on the axis as a percentage; `days` counts from Yabukita, from -14
 * to 14.
 */
export function axisPosition(days: number): string {
  return `${Math.round(((days + reachDays) / (2 * reachDays)) * 1000) / 10}%`;
}

/**
 * Returns the SVG `text-anchor` of the label of a day (-14 to 14 from Yabukita), so that it stays
 * inside the drawing near an end of the axis.
 */
function anchorAt(days: number): "start" | "middle" | "end" {
  if (days <= -reachDays + endDays) return "start";
  return days >= reachDays - endDays ? "end" : "middle";
}

/**
 * Writes a range of days before or after Yabukita as a sentence, from the nearer day to the
 * farther, without minus signs, which screen readers skip. `from` and `to` are negative for earlier
 * days.
 */
function rangeSentence({ from, to, basis }: Harvest, t: Translate): string {
  const event = t(`cultivars.harvest.${basis}`);
  if (to <= 0) return t("cultivars.harvest.saysEarlierRange", { event, from: -to, to: -from });
  if (from >= 0) return t("cultivars.harvest.saysLaterRange", { event, from, to });
  return t("cultivars.harvest.saysAroundRange", { event, count: -from, to });
}

/**
 * Writes the days of an event before or after Yabukita as a sentence: the name of the drawing for
 * screen readers.
 */
function harvestSentence({ harvest, isStandard, t }: HarvestLineProps): string {
  if (isStandard) return t("cultivars.harvest.standardSays");
  const { days, from, to, basis } = harvest;
  const event = t(`cultivars.harvest.${basis}`);
  if (from !== to) return rangeSentence(harvest, t);
  if (days === 0) return t("cultivars.harvest.saysSame", { event });
  const key = days < 0 ? "saysEarlier" : "saysLater";
  return t(`cultivars.harvest.${key}`, { event, count: Math.abs(days) });
}

/**
 * Writes a range of days as "3-5 days earlier" or "later" than Yabukita, or as one around
 * Yabukita's day; `from` and `to` are negative for earlier days.
 */
function shortRange(from: number, to: number, t: Translate): string {
  if (to <= 0) return t("cultivars.harvest.earlierRange", { from: -to, to: -from });
  if (from >= 0) return t("cultivars.harvest.laterRange", { from, to });
  return t("cultivars.harvest.aroundRange", { from: -from, to });
}

/**
 * Writes the days of an event against Yabukita in a few words, for axes and tables: "3 days
 * earlier", a range, or "same". Where the words are in a drawing, screen readers get
 * `harvestSentence`.
 */
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

interface MarkProps {
  readonly harvest: Harvest;
  /** Height in the drawing, in px from its top. */
  readonly y: number;
}

// The shapes of `HarvestMark` as letters, before the texts where both events are drawn.
const shapes: Readonly<Record<Harvest["basis"], string>> = { bud: "◆", pluck: "●" };

/** Renders a diamond for bud break or a circle for picking, at the day of the event. */
export function HarvestMark({ harvest: { days, basis }, y }: MarkProps) {
  if (basis === "pluck")
    return <circle className="harvest-line-dot" cx={axisPosition(days)} cy={y} r="5" />;
  return (
    <svg x={axisPosition(days)} y={y} overflow="visible" aria-hidden="true">
      <path className="harvest-line-dot" d="M0-7 6.5 0 0 7-6.5 0Z" />
    </svg>
  );
}

/** Renders a line from the earliest to the latest day of an event; nothing for a single day. */
function RangeLine({ harvest: { from, to }, y }: MarkProps) {
  if (from === to) return null;
  return (
    <line
      className="harvest-line-range"
      x1={axisPosition(from)}
      x2={axisPosition(to)}
      y1={y}
      y2={y}
    />
  );
}

/** Renders the text `children` above the mark of an event, at height `y`. */
function DaysLabel({ children, harvest: { days }, y }: MarkProps & { readonly children: string }) {
  return (
    <text className="harvest-line-days" textAnchor={anchorAt(days)} x={axisPosition(days)} y={y}>
      {children}
    </text>
  );
}

/**
 * Renders the days of bud break and of picking on one axis: the label of `harvest` is above, the
 * other below.
 */
function BothEvents(props: HarvestLineProps & { readonly other: Harvest }) {
  const { harvest, other, t } = props;
  const both = [harvest, other].map((one) => ({ ...props, harvest: one }));
  const [first = "", second = ""] = both.map(harvestSentence);
  const texts = both.map((one) => {
    const event = t(`cultivars.harvest.${one.harvest.basis}`);
    return t("cultivars.harvest.eventDays", { event, days: harvestText(one) });
  });
  return (
    <svg
      className="harvest-line harvest-line-both"
      role="img"
      aria-label={t("cultivars.harvest.saysBoth", { first, second })}
    >
      <line className="harvest-line-axis" x1="0" x2="100%" y1="25" y2="25" />
      <line className="harvest-line-mark" x1="50%" x2="50%" y1="18" y2="32" />
      {[harvest, other].map((one) => (
        <RangeLine key={one.basis} harvest={one} y={25} />
      ))}
      {[other, harvest].map((one) => (
        <HarvestMark key={one.basis} harvest={one} y={25} />
      ))}
      {[harvest, other].map(({ basis, days }, place) => (
        <text
          key={basis}
          className="harvest-line-days"
          textAnchor={days > 0 ? "end" : "start"}
          x={days > 0 ? "100%" : "0"}
          y={place === 0 ? 13 : 46}
        >
          {`${shapes[basis]} ${texts[place]}`}
        </text>
      ))}
      <text className="harvest-line-name" x="50%" y="63">
        {t("cultivars.harvest.yabukita")}
      </text>
    </svg>
  );
}

/**
 * Renders an axis of days before and after Yabukita, the reference cultivar, with a mark at the day
 * of `harvest`, and of `other` where given: one is bud break, one picking.
 */
export function HarvestLine(props: HarvestLineProps) {
  const { harvest, other, isStandard, t } = props;
  if (other) return <BothEvents {...props} other={other} />;
  return (
    <svg className="harvest-line" role="img" aria-label={harvestSentence(props)}>
      <line className="harvest-line-axis" x1="0" x2="100%" y1="25" y2="25" />
      <line className="harvest-line-mark" x1="50%" x2="50%" y1="18" y2="32" />
      <RangeLine harvest={harvest} y={25} />
      <HarvestMark harvest={harvest} y={25} />
      <DaysLabel harvest={harvest} y={13}>
        {harvestText(props)}
      </DaysLabel>
      {!isStandard && (
        <text className="harvest-line-name" x="50%" y="45">
          {t(`cultivars.harvest.axis.${harvest.basis}`)}
        </text>
      )}
    </svg>
  );
}
