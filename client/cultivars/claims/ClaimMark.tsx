/** The mark of a value: the numbers of its sources. It opens a note on how the value is known. */
import { Fragment } from "react";
import { writtenIn } from "../../contracts/language.ts";
import type { DisputedValue } from "../../contracts/conflicts.ts";
import type {
  Basis,
  ClaimField,
  ClaimView,
  CultivarView,
  SourceLink,
} from "../../contracts/cultivar.ts";
import { MixedText } from "../../page/text/MixedText.tsx";
import { usePage } from "../../page/PageContext.ts";
import { numbersOf } from "./numbers.ts";
import "./ClaimMark.css";

/** Signs around the numbers, which tell the basis without colour. */
const signs: Readonly<Record<Basis, readonly [string, string]>> = {
  read: ["", ""],
  quoted: ["“", "”"],
  carried: ["(", ")"],
  searched: ["−", ""],
};

/**
 * Returns the text of a claim's mark: the numbers of its sources between the signs of its basis.
 */
function signOf({ basis, sources }: ClaimView): string {
  const [before, after] = signs[basis];
  return before + numbersOf(sources) + after;
}

/** Renders a claim's basis in words, and its sources with their numbers in the page's list. */
function ClaimNote({ claim, sources }: { readonly claim: ClaimView } & Sourced) {
  const { t } = usePage();
  const { basis, quoted = "" } = claim;
  return (
    <>
      <p>
        <MixedText text={t(`cultivar.claim.${basis}`, { document: quoted })} />
      </p>
      <ol>
        {claim.sources.map((place) => {
          const source = sources[place];
          return (
            source && (
              <li key={place} value={place + 1}>
                <a href={source.url} rel="noopener" lang={writtenIn(source.title)}>
                  {source.title}
                </a>
              </li>
            )
          );
        })}
      </ol>
    </>
  );
}

interface Sourced {
  readonly sources: readonly SourceLink[];
}

interface ClaimMarkProps extends Sourced {
  readonly claims: readonly ClaimView[];
  /** The value's name. */
  readonly label: string;
  /** By default, whether there are disputed values. */
  readonly isDisputed?: boolean;
  /** What each source says of a disputed value. */
  readonly values?: readonly DisputedValue[] | undefined;
  /** Address of the disagreement, by default on the same page. */
  readonly conflicts?: string;
}

interface DisputeProps extends Pick<ClaimMarkProps, "values"> {
  readonly conflicts?: string | undefined;
  /** The page's list of sources, where their numbers stand for the titles. */
  readonly numbered?: readonly SourceLink[] | undefined;
}

interface DisputeSourceProps extends Pick<DisputeProps, "numbered"> {
  readonly source: DisputedValue["sources"][number];
  readonly basis: Basis;
}

/**
 * Renders a link to a source: its number in the page's list of sources between the signs of the
 * basis, else its title, with signs only if the value is not yet tied to the source (`carried`).
 */
function DisputeSource({ source: { title, url }, basis, numbered = [] }: DisputeSourceProps) {
  const [before, after] = signs[basis];
  const place = numbered.findIndex((source) => source.url === url);
  if (place < 0) {
    return (
      <a href={url} rel="noopener" lang={writtenIn(title)}>
        {basis === "carried" ? before + title + after : title}
      </a>
    );
  }
  return (
    <a className="claim-number" href={url} rel="noopener" lang={writtenIn(title)} title={title}>
      {before + (place + 1) + after}
      <span className="visually-hidden"> {title}</span>
    </a>
  );
}

/**
 * Renders the values of sources that disagree, below a link to the explanation of which value the
 * record follows.
 */
export function Dispute({ values = [], conflicts = "#conflicts", numbered }: DisputeProps) {
  const { t } = usePage();
  return (
    <>
      <p>
        <a href={conflicts}>{t("cultivar.claim.disagree")}</a>
      </p>
      <ul className="claim-values">
        {values.map(({ value, basis, sources, quoted }) => (
          <li key={`${value} ${quoted} ${sources[0]?.url}`}>
            <MixedText text={value} />
            {sources.map((source) => (
              <Fragment key={source.url}>
                {" "}
                <DisputeSource source={source} basis={basis} numbered={numbered} />
              </Fragment>
            ))}
            {quoted && (
              <>
                {" "}
                <MixedText text={t("cultivar.claim.secondHand", { document: quoted })} />
              </>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

/** Characters of the longest sign that leaves room in a mark as wide as a finger. */
const shortSign = 3;

/** Keeps a mark on the line of the last word before it. */
const wordJoiner = "\u2060";

/**
 * Renders the mark of a value as a disclosure that works without scripts. Browsers that know its
 * `name` keep only one open.
 */
export function ClaimMark(props: ClaimMarkProps) {
  const { claims, sources, label, values, isDisputed = values !== undefined, conflicts } = props;
  const { t } = usePage();
  const sign = claims.map(signOf).join(", ") + (isDisputed ? " ≠" : "");
  return (
    <>
      {wordJoiner}
      <details className="claim" name="claim">
        <summary
          aria-label={t("cultivar.claim.sourceOf", { label, numbers: sign })}
          data-long={sign.length > shortSign || undefined}
        >
          <span>{sign}</span>
        </summary>
        <div className="claim-note">
          {claims.map((claim) => (
            <ClaimNote key={signOf(claim)} claim={claim} sources={sources} />
          ))}
          {isDisputed && <Dispute values={values} conflicts={conflicts} />}
        </div>
      </details>
    </>
  );
}

interface FieldMarkProps {
  readonly cultivar: CultivarView;
  readonly field: ClaimField;
  readonly label: string;
}

/** Renders the mark of a field of a record; nothing if the field has no claim. */
export function FieldMark({
  cultivar: { claims, disputed, disputes, sources },
  field,
  label,
}: FieldMarkProps) {
  const claim = claims[field];
  if (claim === undefined) return null;
  const isDisputed = disputed.includes(field);
  return (
    <ClaimMark
      claims={[claim]}
      sources={sources}
      label={label}
      isDisputed={isDisputed}
      values={disputes[field]}
    />
  );
}
