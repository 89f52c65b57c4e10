/** Similar records and the reasons in words, made at build time. */
import { entryOf } from "../kinship/ancestors.ts";
import { genealogyOf } from "../kinship/genealogy.ts";
import { kinshipIn } from "../kinship/kinship.ts";
import { relationOf } from "../kinship/relation.ts";
import { agrees, areKin, differs } from "../similarity/agreement.ts";
import type { Term } from "../similarity/distance.ts";
import {
  changedBy,
  type Neighbour,
  neighboursOf,
  type Wish,
  wishedFor,
  wishes,
} from "../similarity/neighbours.ts";
import {
  commonDays,
  levelMost,
  maturities,
  type Profile,
  profileOf,
} from "../similarity/profile.ts";
import { neighboursLeast, type TermName, termsLeast } from "../similarity/rules.ts";
import { facetsOf } from "./facets/values.ts";
import { cultivarNamed, cultivars, originNamed, recordOf, useNamed } from "./records.ts";
import { listFormat } from "../../language/lists.ts";
import type { SimilarView, SimilarViews } from "../../contracts/cultivar.ts";
import type { ViewMessages } from "./viewMessages.ts";

const profiles: readonly Profile[] = Object.entries(cultivars)
  .filter(([, { kind }]) => kind === "cultivar")
  .map(([id, record]) => profileOf(id, record, facetsOf(id, record)));
const genealogies = { en: genealogyOf(cultivars, "en"), ja: genealogyOf(cultivars, "ja") };
const genealogy = genealogies.en;
const { relationship } = kinshipIn(genealogy, "recorded");
const possible = kinshipIn(genealogy, "all", "all");

const agreementsMost = 2;

/** Words for what two records agree in and differ in. */
class Reasons {
  readonly #subject: Profile;
  readonly #other: Profile;
  readonly #messages: ViewMessages;
  readonly #list: Intl.ListFormat;

  constructor(subject: Profile, other: Profile, messages: ViewMessages) {
    this.#subject = subject;
    this.#other = other;
    this.#messages = messages;
    this.#list = listFormat(messages.language);
  }

  /** Says that the two agree in the compared property, such as "both for sencha". */
  agreement({ name }: Term): string {
    const { t } = this.#messages;
    const { uses } = this.#other;
    if (name === "uses") {
      const shared = uses.filter((use) => this.#subject.uses.includes(use));
      return t("similar.agree.uses", { uses: this.#uses(shared) });
    }
    if (name === "kinship") return this.#kinship();
    if (name === "days") return t(`similar.agree.days.${this.#commonDays().basis}`);
    return t(`similar.agree.${name}`);
  }

  /** Says how the other record differs from the subject in the compared property. */
  difference({ name }: Term): string {
    const { t, language } = this.#messages;
    const { id, maturity } = this.#other;
    if (name === "uses") return this.#otherUses();
    if (name === "days") return this.#days();
    if (name === "maturity")
      return t(`similar.differ.maturity.${maturities[maturity ?? 0] ?? "mid"}`);
    if (name !== "region") return t(`similar.differ.${name}`);
    const origin = originNamed(recordOf(id), language)?.name ?? "";
    return t("similar.differ.region", { origin });
  }

  /** Returns the names of uses as one text. */
  #uses(ids: readonly string[]): string {
    return this.#list.format(ids.map((id) => useNamed(id, this.#messages.language).name));
  }

  /**
   * Says which uses the other record has besides or instead of the subject's, or which of them it
   * lacks.
   */
  #otherUses(): string {
    const { t } = this.#messages;
    const [own, others] = [this.#subject.uses, this.#other.uses];
    const added = others.filter((use) => !own.includes(use));
    const absent = own.filter((use) => !others.includes(use));
    if (added.length === 0) return t("similar.differ.fewerUses", { uses: this.#uses(absent) });
    const key = added.length === others.length ? "otherUses" : "moreUses";
    return t(`similar.differ.${key}`, { uses: this.#uses(added) });
  }

  /** Says by how many days the other record is earlier or later than the subject. */
  #days(): string {
    const { basis, own, other } = this.#commonDays();
    const direction = other < own ? "earlier" : "later";
    return this.#messages.t(`similar.differ.${direction}.${basis}`, {
      count: Math.abs(other - own),
    });
  }

  /** Returns the days of the compared event; throws an Error where the two have none in common. */
  #commonDays() {
    const days = commonDays(this.#subject, this.#other);
    if (days === null) throw new Error("days are compared without a common event");
    return days;
  }

  /**
   * Says how the other record is related to the subject. If one of the two is a mutation, it says
   * how the plant is related that the mutation arose on.
   */
  #kinship(): string {
    const { t, language } = this.#messages;
    const [other, subject] = [this.#other.id, this.#subject.id];
    const { name, subjects, nearest } = relationOf(genealogy, [other, subject], "recorded");
    if (
      name === "same" ||
      name === "none" ||
      name === "openAncestor" ||
      name === "openDescendant" ||
      name === "selected" ||
      name === "selectedAncestor"
    )
      throw new Error("kin without a relation");
    const nameOf = (id: string) => entryOf(genealogies[language], id).name;
    const [first, second] = subjects;
    const whose =
      second === subject
        ? t("similar.agree.whose.own")
        : t("similar.agree.whose.plant", { name: nameOf(second) });
    const names = this.#list.format(nearest.map(nameOf));
    const kinship = t(`similar.agree.kinship.${name}`, { names, whose });
    return first === other
      ? kinship
      : t("similar.agree.mutation", { origin: nameOf(first), kinship });
  }
}

/**
 * Returns whether two records are close kin if doubtful parents count, and ancestors an unknown
 * number of generations back; for such a pair a lack of kinship is not named as the difference.
 */
function mayBeKin(a: string, b: string): boolean {
  return areKin(possible.relationship(a, b));
}

/** Compares agreements: kinship comes first, then the greatest product of weight and nearness. */
function byAgreement(a: Term, b: Term): number {
  const isKin = (term: Term) => Number(term.name === "kinship");
  return isKin(b) - isKin(a) || b.weight * (1 - b.distance) - a.weight * (1 - a.distance);
}

/**
 * Returns a similar record with at most two agreements and one difference. `wanted` are the
 * properties in which a wish requires a difference: the difference is of these, the agreements are
 * not.
 */
function viewOfNeighbour(
  subject: Profile,
  { id, terms }: Neighbour,
  { wanted, ...messages }: ViewMessages & { readonly wanted: readonly TermName[] },
): SimilarView {
  const other = profiles.find((profile) => profile.id === id);
  if (other === undefined) throw new Error(`no profile of ${id}`);
  const reasons = new Reasons(subject, other, messages);
  const agreements = terms
    .filter((term) => agrees(term) && !wanted.includes(term.name))
    .sort(byAgreement)
    .slice(0, agreementsMost);
  const different =
    terms.find(({ name, distance }) => wanted.includes(name) && distance > 0) ??
    terms
      .filter((term) => differs(term) && !agreements.includes(term))
      .filter(({ name }) => name !== "kinship" || !mayBeKin(subject.id, id))
      .sort((a, b) => b.weight * b.distance - a.weight * a.distance)[0];
  return {
    ...cultivarNamed(id, messages.language),
    agreements: agreements.map((term) => reasons.agreement(term)),
    difference: different ? reasons.difference(different) : null,
  };
}

/** Returns whether a record states days from Yabukita of any event. */
const isDated = ({ days }: Profile) => Object.keys(days).length > 0;

/** Returns the names of the compared properties that a record states. */
function knownOf(profile: Profile, { t }: ViewMessages): readonly string[] {
  const isKnown: readonly (readonly [TermName, boolean])[] = [
    ["uses", profile.uses.length > 0],
    ["days", isDated(profile)],
    ["kinship", profile.hasParents],
    ["maturity", profile.maturity !== null],
    ["aroma", profile.aroma.length > 0],
    ["resistances", Object.keys(profile.resistances).length > 0],
    ["region", profile.region !== null],
  ];
  return isKnown.flatMap(([name, known]) => (known ? [t(`similar.term.${name}`)] : []));
}

/**
 * Returns the reason why a cultivar has fewer than three similar ones, of which there are `found`;
 * null where it has enough.
 */
function shortageOf(subject: Profile, found: number, messages: ViewMessages): string | null {
  const { t, language } = messages;
  if (found >= neighboursLeast) return null;
  if (found > 0) return t("similar.few");
  const known = knownOf(subject, messages);
  if (known.length >= termsLeast) return t("similar.none.far");
  if (known.length === 0) return t("similar.none.unknown");
  const list = listFormat(language);
  return t("similar.none.little", { known: list.format(known) });
}

const hardinessKnown = profiles.filter(({ coldHardiness }) => coldHardiness !== null).length;

/**
 * Returns the note below a wish: why it has no answers, and for "hardier" of how many cultivars the
 * hardiness is known. Null for other wishes that have answers.
 */
function noteOf(wish: Wish, subject: Profile, answers: number, { t }: ViewMessages): string | null {
  if (wish === "hardier") {
    const { coldHardiness } = subject;
    const known = t("similar.hardiness", { count: hardinessKnown, all: profiles.length });
    if (answers > 0) return known;
    if (coldHardiness === null) return t("similar.unanswered.hardiness", { known });
    return coldHardiness === levelMost
      ? t("similar.unanswered.hardiest")
      : t("similar.unanswered.hardier", { known });
  }
  if (answers > 0) return null;
  const isTimed = isDated(subject) || subject.maturity !== null;
  return t(`similar.unanswered.${wish === "matcha" || isTimed ? "far" : "timing"}`);
}

/**
 * Returns whether a wish without answers is left out: `matcha` if the record suits it already, and
 * always `earlierMatcha` and `laterMatcha`, which narrow other wishes.
 */
function isLeftOut(wish: Wish, { uses }: Profile): boolean {
  return wish === "matcha" ? uses.includes("matcha") : wish.endsWith("Matcha");
}

/**
 * Returns the section "Similar" of a record's page: its similar records, and for each wish (such as
 * earlier, or hardier) the records that fulfil it; a record that is no cultivar has a note alone.
 */
export function similarTo(id: string, messages: ViewMessages): SimilarViews {
  const { t } = messages;
  const texts = { heading: t("similar.heading"), lead: t("similar.lead"), how: t("similar.how") };
  const subject = profiles.find((profile) => profile.id === id);
  if (subject === undefined) {
    return { ...texts, neighbours: [], note: t("similar.none.kind"), wishes: [] };
  }
  const said = (neighbour: Neighbour, wanted: readonly TermName[] = []) =>
    viewOfNeighbour(subject, neighbour, { ...messages, wanted });
  const neighbours = neighboursOf(subject, profiles, relationship).map((one) => said(one));
  const all = wishes.map((wish) => {
    const answers = wishedFor(wish, subject, profiles, relationship);
    return {
      wish,
      label: t(`similar.wish.${wish}`),
      answers: answers.map((one) => said(one, changedBy[wish])),
      note: noteOf(wish, subject, answers.length, messages),
    };
  });
  const hasNeighbours = neighbours.length > 0;
  return {
    ...texts,
    neighbours,
    note: shortageOf(subject, neighbours.length, messages),
    wishes: all
      .filter(
        ({ wish, answers }) => answers.length > 0 || (hasNeighbours && !isLeftOut(wish, subject)),
      )
      .map(({ label, answers, note }) => ({ label, answers, note })),
  };
}
