/** Similar records and the reasons in words, made at build time. */
import { genealogyOf } from "../kinship/genealogy.ts";
import { kinshipIn } from "../kinship/kinship.ts";
import { relationOf } from "../kinship/relation.ts";
import type { Term, TermName } from "../similarity/distance.ts";
import {
  changedBy,
  type Neighbour,
  neighboursOf,
  wishedFor,
  wishes,
} from "../similarity/neighbours.ts";
import { maturities, type Profile, profileOf } from "../similarity/profile.ts";
import { cultivarNamed, cultivars, originNamed, recordOf, useNamed } from "./records.ts";
import type { SimilarView, SimilarViews } from "../../contracts/cultivar.ts";
import type { ViewMessages } from "./viewMessages.ts";

const profiles: readonly Profile[] = Object.entries(cultivars)
  .filter(([, { kind }]) => kind === "cultivar")
  .map(([id, record]) => profileOf(id, record));
const genealogy = genealogyOf(cultivars, "en");
const { relationship } = kinshipIn(genealogy, "recorded");

const agreesBelow = 0.5;
const differsAbove = 0.15;
// Kin of an eighth at least is an agreement, less than that a difference.
const kinBelow = 0.875;
const agreementsMost = 2;

class Reasons {
  readonly #subject: Profile;
  readonly #other: Profile;
  readonly #messages: ViewMessages;
  readonly #list: Intl.ListFormat;

  constructor(subject: Profile, other: Profile, messages: ViewMessages) {
    this.#subject = subject;
    this.#other = other;
    this.#messages = messages;
    this.#list = new Intl.ListFormat(messages.language, { type: "conjunction" });
  }

  agreement({ name }: Term): string {
    const { t } = this.#messages;
    const { uses, days } = this.#other;
    if (name === "uses") {
      const shared = uses.filter((use) => this.#subject.uses.includes(use));
      return t("similar.agree.uses", { uses: this.#uses(shared) });
    }
    if (name === "kinship") return this.#kinship();
    if (name === "days") return t(`similar.agree.days.${days?.basis ?? "bud"}`);
    return t(`similar.agree.${name}`);
  }

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

  #uses(ids: readonly string[]): string {
    return this.#list.format(ids.map((id) => useNamed(id, this.#messages.language).name));
  }

  #otherUses(): string {
    const { t } = this.#messages;
    const [own, others] = [this.#subject.uses, this.#other.uses];
    const added = others.filter((use) => !own.includes(use));
    const absent = own.filter((use) => !others.includes(use));
    if (added.length === 0) return t("similar.differ.fewerUses", { uses: this.#uses(absent) });
    const key = added.length === others.length ? "otherUses" : "moreUses";
    return t(`similar.differ.${key}`, { uses: this.#uses(added) });
  }

  #days(): string {
    const [own, other] = [this.#subject.days, this.#other.days];
    if (own === null || other === null) throw new Error("days differ without being known");
    const count = Math.abs(other.count - own.count);
    const direction = other.count < own.count ? "earlier" : "later";
    return this.#messages.t(`similar.differ.${direction}.${other.basis}`, { count });
  }

  /** Says what the other is to the subject. */
  #kinship(): string {
    const { t, language } = this.#messages;
    const { name, nearest } = relationOf(genealogy, [this.#other.id, this.#subject.id], "recorded");
    if (name === "same" || name === "none") throw new Error("kin without a relation");
    const names = this.#list.format(nearest.map((id) => cultivarNamed(id, language).name));
    return t(`similar.agree.kinship.${name}`, { names });
  }
}

function agrees({ name, distance }: Term): boolean {
  return name === "kinship" ? distance <= kinBelow : distance < agreesBelow;
}

function differs({ name, distance }: Term): boolean {
  return name === "kinship" ? distance > kinBelow : distance > differsAbove;
}

/** Compares reasons: kinship is named first, then what weighs most. */
function byAgreement(a: Term, b: Term): number {
  const isKin = (term: Term) => Number(term.name === "kinship");
  return isKin(b) - isKin(a) || b.weight * (1 - b.distance) - a.weight * (1 - a.distance);
}

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
      .sort((a, b) => b.weight * b.distance - a.weight * a.distance)[0];
  return {
    ...cultivarNamed(id, messages.language),
    agreements: agreements.map((term) => reasons.agreement(term)),
    difference: different ? reasons.difference(different) : null,
  };
}

export function similarTo(id: string, messages: ViewMessages): SimilarViews | null {
  const subject = profiles.find((profile) => profile.id === id);
  if (subject === undefined) return null;
  const { t } = messages;
  const said = (neighbour: Neighbour, wanted: readonly TermName[] = []) =>
    viewOfNeighbour(subject, neighbour, { ...messages, wanted });
  const answered = wishes.flatMap((wish) => {
    const answers = wishedFor(wish, subject, profiles, relationship);
    return answers.length === 0
      ? []
      : [
          {
            label: t(`similar.wish.${wish}`),
            answers: answers.map((one) => said(one, changedBy[wish])),
          },
        ];
  });
  return {
    heading: t("similar.heading"),
    lead: t("similar.lead"),
    neighbours: neighboursOf(subject, profiles, relationship).map((one) => said(one)),
    wishes: answered,
  };
}
