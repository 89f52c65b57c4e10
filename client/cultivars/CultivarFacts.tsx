/** The facts of a record; rows without a value are left out. */
import { Fragment } from "react";
import type { MessageKey } from "../contracts/locales.ts";
import { harvestOn } from "./search/harvest.ts";
import { MixedText } from "../page/text/MixedText.tsx";
import { usePage } from "../page/PageContext.ts";
import { PageLink } from "../page/PageLink.tsx";
import { pathFor } from "../language/paths.ts";
import { HarvestLine } from "./catalogue/HarvestLine.tsx";
import { Dispute } from "./claims/ClaimMark.tsx";
import { type CultivarProps, DrawnFact, Fact, Row, ValueLink } from "./facts/FactRow.tsx";
import { Registry } from "./facts/Registry.tsx";
import type { CultivarView, Harvest, Level, TraitName } from "../contracts/cultivar.ts";
import type { FilterName } from "../contracts/list/filters.ts";
import "./CultivarFacts.css";

/**
 * Renders the notes on aroma of a record; each links to the list of cultivars that have its words
 * in the filter by aroma, a note without such words is plain text.
 */
function Aroma({ cultivar }: CultivarProps) {
  const { language } = usePage();
  const { aroma, lists } = cultivar;
  const comma = language === "ja" ? "、" : ", ";
  return aroma.map((note, place) => (
    <Fragment key={note}>
      {place > 0 && comma}
      <ValueLink cultivar={cultivar} filter="aroma" value={lists.aroma[place] ?? null}>
        {note}
      </ValueLink>
    </Fragment>
  ));
}

/**
 * Renders the reading of a name with kanji, with a note if no source that was read gives it; nothing
 * for a name in kana.
 */
function Reading({ cultivar: { ruby, nameKana, isReadingUncertain } }: CultivarProps) {
  const { t } = usePage();
  if (ruby.every(({ reading }) => reading === null)) return null;
  return (
    <Row label={t("cultivar.reading")}>
      <span lang="ja">{nameKana}</span>
      {isReadingUncertain && <p className="cultivar-note">{t("cultivar.readingUncertain")}</p>}
    </Row>
  );
}

interface FirstFlushProps extends CultivarProps {
  readonly event: Harvest["basis"];
}

/**
 * Renders the fact of one event of the first flush, bud break or picking, as days from Yabukita;
 * nothing if the record has no such days. Yabukita, the reference, has a label of its own and no
 * note.
 */
function FirstFlush({ cultivar, event }: FirstFlushProps) {
  const { t } = usePage();
  const { id, harvest: first } = cultivar;
  const harvest = harvestOn(cultivar, event);
  if (harvest === null) return null;
  const basis = id === "yabukita" ? "standard" : event;
  const field = first?.basis === event ? "harvest" : "otherHarvest";
  return (
    <DrawnFact cultivar={cultivar} field={field} label={t(`cultivar.firstFlush.${basis}`)}>
      <HarvestLine harvest={harvest} isStandard={id === "yabukita"} t={t} />
      {id !== "yabukita" && (
        <p className="cultivar-note">
          {t(event === "bud" ? "cultivar.harvestNoteBud" : "cultivar.harvestNotePluck")}
        </p>
      )}
    </DrawnFact>
  );
}

/** Renders the uses that a cultivar suits (kinds of tea), as links to filtered lists. */
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

/** Returns the key of the message that names a level of a trait. */
export function levelKey(trait: TraitName, level: Level): MessageKey {
  if (trait === "quality") return `cultivar.level.quality.${level}`;
  if (trait === "yield") return `cultivar.level.yield.${level}`;
  if (trait === "flowerFragrance") return `cultivar.level.fragrance.${level}`;
  if (trait === "shootingAbility" || trait === "propagation") {
    return `cultivar.level.ability.${level}`;
  }
  return `cultivar.level.resistance.${level}`;
}

/** Filters of the list by the trait whose levels are their values; other traits have none. */
const resistanceOf: Readonly<Partial<Record<TraitName, FilterName>>> = {
  anthracnoseResistance: "anthracnose",
  grayBlightResistance: "grayBlight",
};

export const maturities = ["very-early", "early", "mid", "late", "very-late"] as const;

/**
 * Renders a trait's level in words, as a link when the list of cultivars has a filter of the trait.
 */
function TraitLevel({ cultivar, trait, level }: CultivarProps & CultivarView["traits"][number]) {
  const { t } = usePage();
  const filter = resistanceOf[trait];
  const text = t(levelKey(trait, level));
  if (filter === undefined) return text;
  return (
    <ValueLink cultivar={cultivar} filter={filter} value={level}>
      {text}
    </ValueLink>
  );
}

/**
 * Renders the ratings of cold hardiness by type of injury, with a link to the section of ratings,
 * which names their sources; nothing unless they differ from the record's level or from each other.
 */
function ColdByType({ cultivar: { coldByType } }: CultivarProps) {
  const { t } = usePage();
  if (coldByType === null) return null;
  return (
    <p className="cultivar-note">
      <a href="#ratings">{t("cultivar.coldByType")}</a> <MixedText text={coldByType} />
    </p>
  );
}

/**
 * Renders the rows of the levels of components and of traits, such as resistance to anthracnose.
 * Cold hardiness without a level of its own has a row with its ratings by type of injury alone.
 */
function Traits({ cultivar }: CultivarProps) {
  const { t } = usePage();
  const { id, traits, components, undecided } = cultivar;
  const isColdStated =
    traits.some(({ trait }) => trait === "coldHardiness") ||
    undecided.some(({ field }) => field === "traits.coldHardiness");
  // Yield is recorded relative to Yabukita.
  const shown = traits.filter(({ trait }) => id !== "yabukita" || trait !== "yield");
  return (
    <>
      {components.map(({ component, level }) => (
        <Fact
          key={component}
          cultivar={cultivar}
          field={`components.${component}`}
          label={t(`cultivar.${component}`)}
        >
          {t(`cultivar.level.amount.${level}`)}
        </Fact>
      ))}
      {shown.map(({ trait, level }) => (
        <Fact
          key={trait}
          cultivar={cultivar}
          field={`traits.${trait}`}
          label={t(`cultivar.${trait}`)}
          note={trait === "coldHardiness" && <ColdByType cultivar={cultivar} />}
        >
          <TraitLevel cultivar={cultivar} trait={trait} level={level} />
        </Fact>
      ))}
      {!isColdStated && cultivar.coldByType && (
        <Row label={t("cultivar.coldHardiness")}>
          <ColdByType cultivar={cultivar} />
        </Row>
      )}
    </>
  );
}

/**
 * Renders the list of facts of a cultivar, with its registry and the notes on levels and claims. A
 * breeder that is an institute links to its page, private ones to their common list.
 */
export function CultivarFacts({ cultivar }: CultivarProps) {
  const { language, t } = usePage();
  const { origin, breeder, breederId, uses, aroma, traits, claims } = cultivar;
  const maturity = maturities.find((name) => name === cultivar.maturity);
  return (
    <section className="cultivar-facts-section" aria-labelledby="facts">
      <h2 id="facts" className="visually-hidden">
        {t("cultivar.facts")}
      </h2>
      <dl className="cultivar-facts">
        <Reading cultivar={cultivar} />
        {cultivar.kind && (
          <Row label={t("cultivar.kind")}>
            <a href={`${pathFor("cultivars", language)}?kind=${cultivar.kind.id}`}>
              {cultivar.kind.name}
            </a>
          </Row>
        )}
        {origin && (
          <Fact cultivar={cultivar} field="origin" label={t("cultivar.origin")}>
            <PageLink to="prefecture" params={{ id: origin.id }}>
              {origin.name}
            </PageLink>
          </Fact>
        )}
        {breeder && (
          <Fact cultivar={cultivar} field="breeder" label={t("cultivar.breeder")}>
            {breederId === null || breederId === "private" ? (
              <ValueLink cultivar={cultivar} filter="breeder" value={breederId}>
                {breeder}
              </ValueLink>
            ) : (
              <PageLink to="breeder" params={{ id: breederId }}>
                {breeder}
              </PageLink>
            )}
          </Fact>
        )}
        {uses.length > 0 && (
          <Fact cultivar={cultivar} field="uses" label={t("cultivar.suitableFor")}>
            <Uses cultivar={cultivar} />
          </Fact>
        )}
        {maturity && (
          <Fact cultivar={cultivar} field="maturity" label={t("cultivar.harvestPeriod")}>
            <ValueLink cultivar={cultivar} filter="maturity" value={maturity}>
              {t(`cultivar.maturity.${maturity}`)}
            </ValueLink>
          </Fact>
        )}
        <FirstFlush cultivar={cultivar} event="bud" />
        <FirstFlush cultivar={cultivar} event="pluck" />
        {aroma.length > 0 && (
          <Fact cultivar={cultivar} field="aroma" label={t("cultivar.aroma")}>
            <Aroma cultivar={cultivar} />
          </Fact>
        )}
        <Traits cultivar={cultivar} />
        {cultivar.undecided.map(({ field, label }) => (
          <Row key={field} label={label}>
            <Dispute values={cultivar.disputes[field]} numbered={cultivar.sources} />
          </Row>
        ))}
      </dl>
      <Registry cultivar={cultivar} />
      {traits.length > 0 && <p className="cultivar-note">{t("cultivar.levelNote")}</p>}
      {Object.keys(claims).length > 0 && <p className="claim-key">{t("cultivar.claim.key")}</p>}
    </section>
  );
}
