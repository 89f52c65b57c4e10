/** A cultivar in a list: name, origin, year, lineage and harvest. */
import { factsText } from "../../language/facts.ts";
import { useFragment } from "../../page/fragments.ts";
import { usePage } from "../../page/PageContext.ts";
import { PageLink } from "../../page/PageLink.tsx";
import { Chips } from "./Chips.tsx";
import { CompareLink } from "./CompareLink.tsx";
import { HarvestLine } from "./HarvestLine.tsx";
import { Phrases } from "../../page/text/Phrases.tsx";
import { UprightText } from "../../page/UprightText.tsx";
import type { CultivarSummary } from "../../contracts/cultivar.ts";
import { harvestsOf } from "../search/harvest.ts";
import "./CultivarCard.css";

interface CultivarCardProps {
  readonly cultivar: CultivarSummary;
  /** The heading level. */
  readonly rank: "h2" | "h3";
}

/** Renders names, origin, lineages, uses and harvest of a record. */
function CultivarCardContent({ cultivar, rank: Heading }: CultivarCardProps) {
  const { language, t } = usePage();
  const { id, nameJa, nameEn, epithet, origin, kind, registration, uses, lineages } = cultivar;
  const [harvest, otherHarvest] = harvestsOf(cultivar);
  const place = factsText([origin?.name, kind?.name, registration], language);
  return (
    <>
      <p className="cultivar-card-upright" lang="ja" aria-hidden="true">
        <UprightText text={nameJa} />
      </p>
      <div className="cultivar-card-text">
        <Heading className="cultivar-card-name">
          <PageLink to="cultivar" params={{ id }} className="cultivar-card-link">
            {language === "ja" && <span className="visually-hidden">{nameJa} </span>}
            <span lang="en">{nameEn}</span>
          </PageLink>
        </Heading>
        <p className="cultivar-card-epithet">
          <Phrases text={epithet} />
        </p>
        <p className="cultivar-card-place">{place}</p>
        <Chips lineages={lineages} uses={uses} />
      </div>
      <div className="cultivar-card-harvest">
        {harvest ? (
          <HarvestLine
            harvest={harvest}
            other={otherHarvest ?? null}
            isStandard={id === "yabukita"}
            t={t}
          />
        ) : (
          <p className="cultivar-card-unknown">{t("cultivars.card.noHarvest")}</p>
        )}
        <CompareLink id={id} name={language === "ja" ? nameJa : nameEn} />
      </div>
    </>
  );
}

/** Renders a record's card; the worker caches its content as a fragment. */
export function CultivarCard(props: CultivarCardProps) {
  const inside = useFragment(<CultivarCardContent {...props} />);
  return <article className="cultivar-card" id={`c-${props.cultivar.id}`} {...inside} />;
}
