/** Disagreements of sources in one language, as the page of all of them and the records read them. */
import type { Basis, ClaimField, Named, SourceLink } from "./cultivar.ts";

/** Fields on which sources can disagree, as in the shared table of conflicts. */
export type ConflictField =
  | "parents"
  | "registration"
  | "recommendation"
  | "rights"
  | "timing"
  | "maturity"
  | "yield"
  | "quality"
  | "uses"
  | "crossYear"
  | "area"
  | "anthracnose"
  | "grayBlight"
  | "blisterBlight"
  | "barkSplit"
  | "coldHardiness"
  | "bacterialShootBlight"
  | "winterBudCold"
  | "tannin";

/** The parent that a disagreement on the parents is about, if it is about one. */
export type DisputedRole = "seed" | "pollen";

/** What a disagreement is about: a field, or one of the parents. */
export type ConflictSubject = ConflictField | `${DisputedRole}Parent`;

/** How a side of a disagreement is known; a search that found nothing is no side. */
export type ConflictBasis = Exclude<Basis, "searched">;

export interface ConflictView {
  readonly subject: ConflictSubject;
  readonly isOpen: boolean;
  /** The values with positions in the list of sources, and a document that is quoted there. */
  readonly values: readonly {
    readonly value: string;
    readonly basis: ConflictBasis;
    readonly sources: readonly number[];
    readonly quoted?: string;
  }[];
  /** What the record says, and why. */
  readonly follows: string;
  readonly reason: string;
}

/** A difference that the notes on the data mention without a page for the other statement. */
export interface UntracedView {
  readonly id: string;
  readonly records: readonly Named[];
  /** The statement that no page was named for. */
  readonly said: string;
  readonly follows: string;
  /** The heading in the notes below which it stands. */
  readonly note: "registration" | "parents";
}

export interface ConflictsView {
  readonly records: readonly {
    readonly id: string;
    readonly name: string;
    readonly conflicts: readonly ConflictView[];
  }[];
  readonly sources: readonly { readonly title: string; readonly url: string }[];
  readonly untraced: readonly UntracedView[];
}

/** One side of a disagreement, and the document that its source quotes. */
export interface DisputedValue {
  readonly value: string;
  readonly basis: ConflictBasis;
  readonly sources: readonly Pick<SourceLink, "title" | "url">[];
  readonly quoted?: string;
  /** The parent that it is about; of a statement on both parents or another field not set. */
  readonly role?: DisputedRole;
}

/** What the sources of each disputed field of a record say. */
export type Disputes = Readonly<Partial<Record<ClaimField | "parents", readonly DisputedValue[]>>>;
