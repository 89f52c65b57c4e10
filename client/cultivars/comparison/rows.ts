/** Rows of a comparison: one fact each, with a cell for every record and sources numbered for the whole page. */
import type { DisputedValue } from "../../contracts/conflicts.ts";
import type {
  ClaimField,
  ClaimView,
  ComparedRecord,
  ComponentName,
  CultivarView,
  Harvest,
  SourceLink,
  TraitName,
} from "../../contracts/cultivar.ts";
import { comparedHarvest, harvestOn, standard } from "../search/harvest.ts";
import type { Language } from "../../contracts/language.ts";
import type { RightView, SourceNote } from "../../contracts/observations.ts";
import { partialDateText } from "../../language/partialDates.ts";
import type { Translate } from "../../language/translator.ts";
import { harvestText } from "../catalogue/HarvestLine.tsx";
import { levelKey, maturities } from "../CultivarFacts.tsx";
import { isOver, rightStatusOf, termEndOf } from "../catalogue/evidence/rightStatus.ts";
import { lineageItems, parentItems } from "./familyItems.ts";
import { SourceNumbers } from "./SourceNumbers.ts";

export interface Item {
  /** Equal values have equal keys. */
  readonly key: string;
  readonly text: string;
  /** The record that the value names. */
  readonly id?: string | null;
  /** What the value is to the record. */
  readonly role?: string;
  /** How the value is known, where it says so itself. */
  readonly remark?: string;
  readonly claims?: readonly ClaimView[];
  readonly values?: Cell["values"];
}

export interface Cell {
  /** Empty where the record says nothing. */
  readonly items: readonly Item[];
  readonly claims: readonly ClaimView[];
  readonly isDisputed: boolean;
  /** What each source says of a disputed value. */
  readonly values?: readonly DisputedValue[] | undefined;
  /** Said in place of a value that the record states in another form. */
  readonly remark?: string;
}

export type Basis = Harvest["basis"];

export interface Row {
  readonly name: string;
  readonly label: string;
  /** In the order of the records. */
  readonly cells: readonly Cell[];
  /** Set for days from Yabukita, which are drawn too. */
  readonly basis?: Basis;
}

export interface Words {
  readonly language: Language;
  readonly t: Translate;
  /** The day of reading in Japan. */
  readonly today: string;
}

const traits: readonly TraitName[] = [
  "quality",
  "yield",
  "coldHardiness",
  "anthracnoseResistance",
  "grayBlightResistance",
  "diseaseResistance",
  "shootingAbility",
  "propagation",
  "flowerFragrance",
];
const components: readonly ComponentName[] = ["aminoAcid", "tannin", "caffeine"];
const bases: readonly Basis[] = ["bud", "pluck"];

/** Rows of these records; facts that none of them states are left out. */
export class ComparisonRows {
  readonly #records: readonly ComparedRecord[];
  readonly #words: Words;
  readonly #numbers = new SourceNumbers();
  readonly rows: readonly Row[];

  constructor(records: readonly ComparedRecord[], words: Words) {
    this.#records = records;
    this.#words = words;
    this.rows = this.#allRows().filter(({ cells }) => cells.some(({ items }) => items.length > 0));
  }

  /** Returns the sources that the rows name, by their numbers. */
  get sources(): readonly SourceLink[] {
    return this.#numbers.sources;
  }

  /** Returns all rows in their order, with those that no record has a value for. */
  #allRows(): readonly Row[] {
    return [
      ...this.#kind(),
      this.#parents(),
      this.#plain("lineage", ({ lineageViews }) => lineageItems(lineageViews, this.#words)),
      this.#fact("origin", "cultivar.origin", ({ origin }) =>
        origin ? [{ key: origin.id, text: origin.name }] : [],
      ),
      this.#fact("breeder", "cultivar.breeder", ({ breeder }) =>
        breeder ? [{ key: breeder, text: breeder }] : [],
      ),
      this.#fact("registration", "cultivar.registration", (view) => this.#registrations(view)),
      this.#rights(),
      this.#fact("uses", "cultivar.suitableFor", ({ uses }) =>
        uses.map(({ id, name }) => ({ key: id, text: name })),
      ),
      this.#fact("maturity", "cultivar.harvestPeriod", (view) => this.#maturity(view)),
      ...bases.flatMap((basis) => this.#harvest(basis)),
      this.#fact("aroma", "cultivar.aroma", ({ aroma }) =>
        aroma.map((text) => ({ key: text, text })),
      ),
      ...components.map((component) => this.#component(component)),
      ...traits.map((trait) => this.#trait(trait)),
      this.#plain("confidence", ({ confidence }) => [
        { key: confidence, text: this.#words.t(`comparison.confidence.${confidence}`) },
      ]),
    ];
  }

  /** Returns a cell for each record; `read` returns those fields of it that are not empty. */
  #cells(read: (record: ComparedRecord) => Partial<Cell>): readonly Cell[] {
    return this.#records.map((record) => ({
      items: [],
      claims: [],
      isDisputed: false,
      ...read(record),
    }));
  }

  /** Returns a row without marks of sources. */
  #plain(name: "lineage" | "confidence", itemsOf: (view: CultivarView) => readonly Item[]): Row {
    const label = this.#words.t(`comparison.${name}.label`);
    return { name, label, cells: this.#cells(({ cultivar }) => ({ items: itemsOf(cultivar) })) };
  }

  /**
   * Returns the row of a field with the sources of each value. `fieldOf` returns the claimed field
   * if that depends on the record.
   */
  #fact(
    field: ClaimField,
    label: Parameters<Translate>[0],
    itemsOf: (view: CultivarView) => readonly Item[],
    fieldOf: (view: CultivarView) => ClaimField = () => field,
  ): Row {
    const cells = this.#cells(({ cultivar }) => {
      const items = itemsOf(cultivar);
      const stated = fieldOf(cultivar);
      const claim = cultivar.claims[stated];
      const isSourced = claim !== undefined && items.length > 0;
      return {
        items,
        claims: isSourced ? [this.#numbers.numbered(claim, cultivar.sources)] : [],
        isDisputed: cultivar.disputed.includes(stated),
        values: cultivar.disputes[stated],
      };
    });
    return { name: field, label: this.#words.t(label), cells };
  }

  /** Returns the row of kinds, in a list; an empty list when all records are cultivars. */
  #kind(): readonly Row[] {
    const { t } = this.#words;
    if (this.#records.every(({ cultivar }) => cultivar.kind === null)) return [];
    const cultivarKind = { id: "cultivar", name: t("comparison.cultivar") };
    const cells = this.#cells(({ cultivar: { kind } }) => {
      const { id, name } = kind ?? cultivarKind;
      return { items: [{ key: id, text: name }] };
    });
    return [{ name: "kind", label: t("cultivar.kind"), cells }];
  }

  /** Returns the row of parents; each has its role, claims and evidence of its own. */
  #parents(): Row {
    const { t } = this.#words;
    const cells = this.#cells(({ cultivar }) => ({
      items: parentItems(cultivar, this.#words, this.#numbers),
      isDisputed: cultivar.parents.length === 0 && cultivar.disputes.parents !== undefined,
    }));
    return { name: "parents", label: t("cultivar.parents"), cells };
  }

  /** Returns the row of plant variety rights, each with the note on its observation as claim. */
  #rights(): Row {
    const cells = this.#cells(({ observations: { right, notes } }) => {
      const note = right && notes[right.note];
      if (!right || !note) return {};
      return { items: [this.#right(right)], claims: this.#noted(note) };
    });
    return { name: "right", label: this.#words.t("observations.rights.title"), cells };
  }

  /**
   * Returns a right as a value: its status on the day of reading, and the day on which it ended or
   * the last day of its term.
   */
  #right(right: RightView): Item {
    const { t, language, today } = this.#words;
    const kind = rightStatusOf(right, today);
    const status = t(`observations.rights.${kind}`);
    const end = right.ended ?? termEndOf(right);
    if (end === null) return { key: kind, text: status };
    const date = partialDateText(end, language);
    const recorded = isOver(kind) ? "ended" : "ends";
    const when = right.ended === null ? "until" : recorded;
    return { key: `${kind} ${end}`, text: t(`comparison.right.${when}`, { status, date }) };
  }

  /** Returns the note on an observation as a claim. */
  #noted({ basis, sources, quoted }: SourceNote): readonly ClaimView[] {
    const places = sources.map((_, place) => place);
    const claim = { basis, sources: places, ...(quoted === null ? {} : { quoted }) };
    return [this.#numbers.numbered(claim, sources)];
  }

  #maturity({ maturity }: CultivarView): readonly Item[] {
    const known = maturities.find((name) => name === maturity);
    return known ? [{ key: known, text: this.#words.t(`cultivar.maturity.${known}`) }] : [];
  }

  /** Returns the registrations; a plant variety right beside a national name has its own claims. */
  #registrations({ registrations, claims, sources }: CultivarView): readonly Item[] {
    const right = claims["registration.pvp"];
    return registrations.map((text, place) =>
      place > 0 && right
        ? { key: text, text, claims: [this.#numbers.numbered(right, sources)] }
        : { key: text, text },
    );
  }

  /**
   * Returns the row of the days of one event, in a list; an empty list if no record has such days.
   * Yabukita is the reference of both events; records that state only the other have a remark.
   */
  #harvest(basis: Basis): readonly Row[] {
    const isOf = ({ cultivar }: ComparedRecord) =>
      cultivar.id !== standard && harvestOn(cultivar, basis) !== null;
    if (!this.#records.some(isOf)) return [];
    const { t } = this.#words;
    const itemsOf = (cultivar: CultivarView) => {
      const isStandard = cultivar.id === standard;
      const harvest = comparedHarvest(cultivar, basis);
      if (harvest === null) return [];
      const { from, to } = harvest;
      return [{ key: `${from} ${to}`, text: harvestText({ harvest, isStandard, t }) }];
    };
    const fieldOf = ({ id, otherHarvest }: CultivarView) =>
      id !== standard && otherHarvest?.basis === basis ? "otherHarvest" : "harvest";
    const row = this.#fact("harvest", `cultivar.firstFlush.${basis}`, itemsOf, fieldOf);
    const cells = row.cells.map((cell, place) => {
      const stated = this.#records[place]?.cultivar.harvest?.basis;
      const isOther = cell.items.length === 0 && stated !== undefined;
      return isOther ? { ...cell, remark: t(`comparison.stated.${stated}`) } : cell;
    });
    return [{ ...row, name: `harvest ${basis}`, basis, cells }];
  }

  #component(name: ComponentName): Row {
    const { t } = this.#words;
    return this.#fact(`components.${name}`, `cultivar.${name}`, (view) =>
      view.components
        .filter(({ component }) => component === name)
        .map(({ level }) => ({ key: level, text: t(`cultivar.level.amount.${level}`) })),
    );
  }

  /**
   * Returns the row of a trait. Yield is relative to Yabukita, whose own, the reference, is
   * "medium".
   */
  #trait(name: TraitName): Row {
    const { t } = this.#words;
    return this.#fact(`traits.${name}`, `cultivar.${name}`, ({ id, traits: known }) =>
      id === standard && name === "yield"
        ? [{ key: "medium", text: t("cultivars.harvest.standard") }]
        : known
            .filter(({ trait }) => trait === name)
            .map(({ level }) => ({ key: level, text: t(levelKey(name, level)) })),
    );
  }
}
