/** Views of a cultivar in one language, made at build time by views.ts. */
import type { Disputes } from "./conflicts.ts";
import type { FacetName, FilterName } from "./list/filters.ts";
import type { Diagram, EdgeEvidence } from "./pedigree.ts";

export interface Named {
  readonly id: string;
  readonly name: string;
}

/** By id: the Japanese name, and that in the language of the page. */
export type CultivarNames = Readonly<
  Record<string, { readonly nameJa: string; readonly name: string }>
>;

export type Pair = Readonly<Record<"a" | "b", string>>;

/** Days of the first flush against Yabukita; `basis` names the compared event. */
export interface Harvest {
  readonly days: number;
  readonly from: number;
  readonly to: number;
  readonly basis: "bud" | "pluck";
}

export interface CultivarSummary {
  readonly id: string;
  readonly nameJa: string;
  readonly nameEn: string;
  readonly epithet: string;
  readonly origin: Named | null;
  readonly registration: string;
  /** Null for a cultivar. */
  readonly kind: Named | null;
  readonly uses: readonly Named[];
  readonly lineages: readonly Named[];
  readonly harvest: Harvest | null;
  /** The other event, where a source states both. */
  readonly otherHarvest: Harvest | null;
}

/** A summary with what the list filters and sorts by. */
export interface IndexEntry extends CultivarSummary {
  /** Year of registration, or empty. */
  readonly year: string;
  /** Status of the plant variety right, and where it changes the day and the later status; empty without a record of it. */
  readonly right: string;
  /** Values of filters; left out where the record does not state them. */
  readonly facets: Readonly<Partial<Record<FacetName, readonly string[]>>>;
}

export interface CatalogueIndex {
  readonly cultivars: readonly IndexEntry[];
  /** Options of each filter: the values that occur, in reading order. */
  readonly filters: Readonly<Record<FilterName, readonly Named[]>>;
}

export type Level = "high" | "medium" | "low";
export type TraitName =
  | "quality"
  | "yield"
  | "coldHardiness"
  | "anthracnoseResistance"
  | "grayBlightResistance"
  | RareTrait;
/** Traits that few records state; the others name them as unknown. */
export type RareTrait = "diseaseResistance" | "shootingAbility" | "propagation" | "flowerFragrance";
export type ComponentName = "caffeine" | "tannin" | "aminoAcid";
export type ParentRole = "seed" | "pollen" | "selection";
export type RegistrationSystem = "norin" | "pvp" | "prefecture" | "none" | "unknown";

/** How a value is known: read in the source, quoted second-hand, not yet tied to one source, or looked for. */
export type Basis = "read" | "quoted" | "carried" | "searched";

/** Where a value comes from: positions in the record's sources, and a document quoted there. */
export interface ClaimView {
  readonly basis: Basis;
  readonly sources: readonly number[];
  readonly quoted?: string;
}

/** Fields of a record whose values have a claim. */
export type ClaimField =
  | "registration"
  | "registration.pvp"
  | "breeder"
  | "origin"
  | "harvest"
  | "otherHarvest"
  | "maturity"
  | "uses"
  | "aroma"
  | `traits.${TraitName}`
  | `components.${ComponentName}`;

interface ParentView {
  readonly id: string | null;
  readonly isClone: boolean;
  readonly name: string;
  readonly role: ParentRole | null;
  readonly evidence: readonly ClaimView[];
  /** The evidence in words; the kind is null where the words do not say it. */
  readonly known: readonly { readonly text: string; readonly kind: EvidenceKind | null }[];
  /** Records that a parent without one descends from; the generations between are not known. */
  readonly ancestors?: readonly (Named & Pick<ParentView, "evidence" | "known">)[];
}

/** The part of a record that heads the list of its reviews. */
export interface ReviewedCultivar extends Pick<CultivarSummary, "id" | "nameJa" | "nameEn"> {
  readonly parents: readonly Omit<ParentView, "evidence" | "known" | "ancestors">[];
}

export interface ChildView extends Named {
  /** First year of the decade of its registration. */
  readonly decade: number | null;
}

export interface LineageView extends Named {
  /** True for the cultivar that the group is named after. */
  readonly leads: boolean;
  /** True for a lineage that holds through presumed or disputed parents alone. */
  readonly isDoubtful?: boolean;
  /** The line from the founder or another first member; evidence is that of the step before. */
  readonly descent: readonly (Named & { readonly evidence?: EdgeEvidence })[];
  readonly image: { readonly src: string; readonly width: number; readonly height: number } | null;
}

/** A segment of a name; `reading` is its furigana, or null. */
export interface RubyPart {
  readonly text: string;
  readonly reading: string | null;
}

type SourceType =
  | "register"
  | "ministry"
  | "breeder"
  | "prefecture"
  | "paper"
  | "reprint"
  | "news"
  | "list"
  | "shop"
  | "notes";

export interface SourceLink {
  readonly title: string;
  readonly publisher: string;
  readonly url: string;
  readonly isFrontPage?: boolean;
  /** The day on which the address was found not to open any more. */
  readonly unreachable?: string;
}

export interface SourceView extends SourceLink {
  readonly type: SourceType;
  /** Where the link leads, unless to the page that was read. */
  readonly note?: string;
}

export type RecordKind = "cultivar" | "line" | "parental-line" | "population" | "ornamental";
export type EvidenceKind = "breeder-record" | "register" | "list" | "dna" | "disputed" | "presumed";

/** The weakest support among a record's parents and registration. */
export type ConfidenceReason =
  | "firm"
  | "unofficial"
  | "quoted"
  | "carried"
  | "disputed"
  | "nothing";

/** A similar record, with the reasons in words. */
export interface SimilarView extends Named {
  readonly agreements: readonly string[];
  readonly difference: string | null;
}

export interface SimilarViews {
  readonly heading: string;
  readonly lead: string;
  /** Label of the link to the page that says how the distance is computed. */
  readonly how: string;
  readonly neighbours: readonly SimilarView[];
  /** Says why there are fewer than three, or none. */
  readonly note: string | null;
  /** Records that differ in one way that growers ask for; without an answer the note says why. */
  readonly wishes: readonly {
    readonly label: string;
    readonly answers: readonly SimilarView[];
    readonly note: string | null;
  }[];
}

export interface CultivarView extends CultivarSummary {
  readonly nameKana: string;
  readonly isReadingUncertain: boolean;
  readonly ruby: readonly RubyPart[];
  readonly aliases: readonly string[];
  readonly description: string;
  /** Title and description of the record's head; the description is the first sentence. */
  readonly meta: { readonly title: string; readonly description: string };
  readonly characteristics: readonly string[];
  readonly registrations: readonly string[];
  /** Numbers in the two registers, each under its register's name. */
  readonly identifiers: readonly { readonly register: string; readonly number: string }[];
  /** The year with its event; a text where there is no year. */
  readonly registrationYear: string;
  readonly breeder: string | null;
  /** Id of the breeder's page, or the list's value for private breeders. */
  readonly breederId: string | null;
  readonly maturity: string | null;
  readonly traits: readonly { readonly trait: TraitName; readonly level: Level }[];
  /** Hardiness by type of injury, where the ratings differ from each other or from the level. */
  readonly coldByType: string | null;
  readonly components: readonly { readonly component: ComponentName; readonly level: Level }[];
  readonly aroma: readonly string[];
  readonly parents: readonly ParentView[];
  readonly children: readonly ChildView[];
  readonly lineageViews: readonly LineageView[];
  /** Names of all lineage groups by code, for the titles in the diagrams. */
  readonly lineageNames: Readonly<Record<string, string>>;
  readonly ancestors: Diagram | null;
  /** For each note on aroma and each registration its values in the list's filter, joined by commas; empty for none. */
  readonly lists: {
    readonly aroma: readonly string[];
    readonly registrations: readonly string[];
  };
  readonly similar: SimilarViews;
  readonly sources: readonly SourceView[];
  readonly claims: Readonly<Partial<Record<ClaimField, ClaimView>>>;
  /** Fields on which sources disagree openly. */
  readonly disputed: readonly (ClaimField | "parents")[];
  /** What the sources of each disputed field say. */
  readonly disputes: Disputes;
  /** The disputed fields that have no value, because the record follows no source. */
  readonly undecided: readonly { readonly field: ClaimField; readonly label: string }[];
  readonly confidence: Level;
  /** Why, in one sentence. */
  readonly confidenceReason: string;
  readonly previous: Named | null;
  readonly next: Named | null;
}

/** A record of a comparison. */
export interface ComparedRecord {
  readonly cultivar: CultivarView;
  readonly observations: import("./observations.ts").ObservationsView;
}
