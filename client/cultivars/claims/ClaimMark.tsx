/** The mark of a value: the numbers of its sources. It opens a note on how the value is known. */
import { writtenIn } from "../../contracts/language.ts";
import type {
  Basis,
  ClaimField,
  ClaimView,
  CultivarView,
  SourceLink,
} from "../../contracts/cultivar.ts";
import { MixedText } from "../../page/MixedText.tsx";
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

function signOf({ basis, sources }: ClaimView): string {
  const [before, after] = signs[basis];
  return before + numbersOf(sources) + after;
}

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
  readonly isDisputed?: boolean;
  /** Address of the disagreement, by default on the same page. */
  readonly conflicts?: string;
}

/** A disclosure without scripts; browsers that know its `name` keep one note open. */
export function ClaimMark(props: ClaimMarkProps) {
  const { claims, sources, label, isDisputed = false, conflicts = "#conflicts" } = props;
  const { t } = usePage();
  const sign = claims.map(signOf).join(" ") + (isDisputed ? " ≠" : "");
  return (
    <details className="claim" name="claim">
      <summary aria-label={t("cultivar.claim.sourceOf", { label, numbers: sign })}>
        <span>{sign}</span>
      </summary>
      <div className="claim-note">
        {claims.map((claim) => (
          <ClaimNote key={signOf(claim)} claim={claim} sources={sources} />
        ))}
        {isDisputed && (
          <p>
            <a href={conflicts}>{t("cultivar.claim.disagree")}</a>
          </p>
        )}
      </div>
    </details>
  );
}

interface FieldMarkProps {
  readonly cultivar: CultivarView;
  readonly field: ClaimField;
  readonly label: string;
}

export function FieldMark({
  cultivar: { claims, disputed, sources },
  field,
  label,
}: FieldMarkProps) {
  const claim = claims[field];
  if (claim === undefined) return null;
  const isDisputed = disputed.includes(field);
  return <ClaimMark claims={[claim]} sources={sources} label={label} isDisputed={isDisputed} />;
}
