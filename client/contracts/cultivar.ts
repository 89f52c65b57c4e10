/** Views of a cultivar in one language, made at build time by views.ts. */

export interface Named {
  readonly id: string;
  readonly name: string;
}

/** Names of the cultivars by id. */
export type CultivarNames = Readonly<
  Record<string, { readonly nameJa: string; readonly nameEn: string }>
>;

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
  readonly uses: readonly Named[];
  readonly lineages: readonly Named[];
  readonly harvest: Harvest | null;
}

/** A summary with hidden names: the reading where it differs, and aliases. */
export interface IndexEntry extends CultivarSummary {
  readonly also: readonly string[];
}

export const filterNames = ["origin", "suitableFor", "lineage"] as const;
export type FilterName = (typeof filterNames)[number];

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
export type RegistrationSystem = "norin" | "pvp" | "prefecture" | "none";

interface ParentView {
  readonly id: string | null;
  readonly name: string;
  readonly role: ParentRole | null;
}

export interface ChildView extends Named {
  /** First year of the decade of its registration. */
  readonly decade: number | null;
}

export interface LineageView extends Named {
  /** True for the cultivar that the group is named after. */
  readonly leads: boolean;
  /** The line of descent from the group's founder to this cultivar. */
  readonly descent: readonly Named[];
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
}

export interface SourceView extends SourceLink {
  readonly type: SourceType;
}

/** The weakest support among a record's parents and registration. */
export type ConfidenceReason =
  | "firm"
  | "unofficial"
  | "quoted"
  | "carried"
  | "disputed"
  | "nothing";

export interface CultivarView extends CultivarSummary {
  readonly nameKana: string;
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
  readonly maturity: string | null;
  readonly traits: readonly { readonly trait: TraitName; readonly level: Level }[];
  readonly components: readonly { readonly component: ComponentName; readonly level: Level }[];
  readonly aroma: readonly string[];
  readonly parents: readonly ParentView[];
  readonly children: readonly ChildView[];
  readonly lineageViews: readonly LineageView[];
  /** Names of all lineage groups by code, for the titles in the diagrams. */
  readonly lineageNames: Readonly<Record<string, string>>;
  readonly ancestors: import("./pedigree.ts").Diagram | null;
  readonly sources: readonly SourceView[];
  readonly confidence: Level;
  /** Why, in one sentence. */
  readonly confidenceReason: string;
  readonly previous: Named | null;
  readonly next: Named | null;
}
