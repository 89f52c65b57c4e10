/** The facts of a record; rows without a value are left out. */
import { type ReactNode, useEffect, useRef } from "react";
import type { MessageKey } from "../contracts/locales.ts";
import { MixedText } from "../page/MixedText.tsx";
import { usePage } from "../page/PageContext.ts";
import { pathFor } from "../language/paths.ts";
import { HarvestLine } from "./catalogue/HarvestLine.tsx";
import type { CultivarView, Level, TraitName } from "../contracts/cultivar.ts";
import "./CultivarFacts.css";

interface CultivarProps {
  readonly cultivar: CultivarView;
}

function Row({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="cultivar-fact">
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Registration({ cultivar: { registrations } }: CultivarProps) {
  if (registrations.length === 1) return <>{registrations[0]}</>;
  return (
    <ul>
      {registrations.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

/** Registration, other names and id, folded except in print; browsers without `::details-content` open it by the event. */
function Registry({ cultivar }: CultivarProps) {
  const { language, t } = usePage();
  const fold = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const open = () => fold.current?.setAttribute("open", "");
    addEventListener("beforeprint", open);
    return () => removeEventListener("beforeprint", open);
  }, []);
  const { id, aliases, registration, registrationYear } = cultivar;
  return (
    <details ref={fold} className="cultivar-registry">
      <summary className="cultivar-fact">
        <span>{t("cultivar.registry")}</span> <span>{registration}</span>
      </summary>
      <dl>
        <Row label={t("cultivar.registration")}>
          <Registration cultivar={cultivar} />
        </Row>
        <Row label={t("cultivar.registrationYear")}>{registrationYear}</Row>
        {aliases.length > 0 && (
          <Row label={t("cultivar.aliases")}>
            <MixedText text={aliases.join(language === "ja" ? "、" : ", ")} />
          </Row>
        )}
        <Row label={t("cultivar.id")}>
          <code>{id}</code>
        </Row>
      </dl>
    </details>
  );
}

function FirstFlush({ cultivar: { id, harvest } }: CultivarProps) {
  const { t } = usePage();
  if (harvest === null) return null;
  const basis = id === "yabukita" ? "standard" : harvest.basis;
  return (
    <Row label={t(`cultivar.firstFlush.${basis}`)}>
      <HarvestLine harvest={harvest} isStandard={id === "yabukita"} t={t} />
      {id !== "yabukita" && (
        <p className="cultivar-note">
          {t(harvest.basis === "bud" ? "cultivar.harvestNoteBud" : "cultivar.harvestNotePluck")}
        </p>
      )}
    </Row>
  );
}

function Uses({ cultivar: { uses } }: CultivarProps) {
  const { language } = usePage();
  return (
    <ul className="cultivar-tags">
      {uses.map(({ id, name }) => (
        <li key={id}>
          <a className="chip" href={`${pathFor("cultivars", language)}?suitableFor=${id}`}>
            {name}
          </a>
        </li>
      ))}
    </ul>
  );
}

function levelKey(trait: TraitName, level: Level): MessageKey {
  if (trait === "quality") return `cultivar.level.quality.${level}`;
  if (trait === "yield") return `cultivar.level.yield.${level}`;
  if (trait === "flowerFragrance") return `cultivar.level.fragrance.${level}`;
  if (trait === "shootingAbility" || trait === "propagation") {
    return `cultivar.level.ability.${level}`;
  }
  return `cultivar.level.resistance.${level}`;
}

const maturities = ["very-early", "early", "mid", "late", "very-late"] as const;

function Traits({ cultivar: { id, traits, components } }: CultivarProps) {
  const { t } = usePage();
  // Yield is recorded relative to Yabukita.
  const shown = traits.filter(({ trait }) => id !== "yabukita" || trait !== "yield");
  return (
    <>
      {components.map(({ component, level }) => (
        <Row key={component} label={t(`cultivar.${component}`)}>
          {t(`cultivar.level.amount.${level}`)}
        </Row>
      ))}
      {shown.map(({ trait, level }) => (
        <Row key={trait} label={t(`cultivar.${trait}`)}>
          {t(levelKey(trait, level))}
        </Row>
      ))}
    </>
  );
}

export function CultivarFacts({ cultivar }: CultivarProps) {
  const { language, t } = usePage();
  const { nameKana, origin, breeder, uses, aroma, traits } = cultivar;
  const maturity = maturities.find((name) => name === cultivar.maturity);
  const comma = language === "ja" ? "、" : ", ";
  return (
    <section className="cultivar-facts-section" aria-labelledby="facts">
      <h2 id="facts" className="visually-hidden">
        {t("cultivar.facts")}
      </h2>
      <dl className="cultivar-facts">
        {cultivar.ruby.some(({ reading }) => reading !== null) && (
          <Row label={t("cultivar.reading")}>
            <span lang="ja">{nameKana}</span>
          </Row>
        )}
        {origin && (
          <Row label={t("cultivar.origin")}>
            <a href={`${pathFor("cultivars", language)}?origin=${origin.id}`}>{origin.name}</a>
          </Row>
        )}
        {breeder && <Row label={t("cultivar.breeder")}>{breeder}</Row>}
        {uses.length > 0 && (
          <Row label={t("cultivar.suitableFor")}>
            <Uses cultivar={cultivar} />
          </Row>
        )}
        {maturity && (
          <Row label={t("cultivar.harvestPeriod")}>{t(`cultivar.maturity.${maturity}`)}</Row>
        )}
        <FirstFlush cultivar={cultivar} />
        {aroma.length > 0 && <Row label={t("cultivar.aroma")}>{aroma.join(comma)}</Row>}
        <Traits cultivar={cultivar} />
      </dl>
      <Registry cultivar={cultivar} />
      {traits.length > 0 && <p className="cultivar-note">{t("cultivar.levelNote")}</p>}
    </section>
  );
}
