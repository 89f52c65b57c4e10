/** Members, words and categories that the member mutes or blocks; a form that works without scripts. */
import {
  hiddenMembers,
  mutedWordCharacters,
  mutedWordLeast,
  mutedWords,
} from "../../../contracts/limits.generated.ts";
import { offeredCategories } from "../../../contracts/postCategories.ts";
import { HideForm } from "../../../community/hide/HideForm.tsx";
import type { FormEvent } from "react";
import { lengthOf } from "../../../language/length.ts";
import type { Translate } from "../../../language/translator.ts";
import { useQuery } from "../../../page/address.ts";
import { usePage, usePageData } from "../../../page/PageContext.ts";
import { useFormRefusal } from "../../../page/useFormRefusal.ts";
import type { HiddenList, HiddenMember } from "../../../wire/types.generated.ts";

/** The host's reasons for a refusal, and the numbers that they name. */
const errors = {
  self: {},
  gone: {},
  manyMembers: { most: hiddenMembers },
  manyWords: { most: mutedWords },
  longWord: { most: mutedWordCharacters },
  shortWord: { least: mutedWordLeast },
  unknownCategory: {},
  allCategories: {},
} as const;

/** Returns whether a reason of refusal has a message. */
function isKnown(reason: string): reason is keyof typeof errors {
  return Object.hasOwn(errors, reason);
}

/** Renders the result of the form that was just sent, from the address; nothing without one. */
function Outcome() {
  const { t } = usePage();
  const outcome = useQuery().get("hidden");
  const refusal = useFormRefusal(outcome);
  if (outcome === null) return null;
  if (outcome === "saved") return <p role="status">{t("hidden.saved")}</p>;
  const text = isKnown(outcome)
    ? t(`hidden.errors.${outcome}`, errors[outcome])
    : t("hidden.errors.failed");
  return <p role="alert">{refusal ?? text}</p>;
}

/** Renders the choice between muting and blocking the member that the address names. */
function HideQuestion({ member }: { readonly member: HiddenMember["member"] }) {
  const { t } = usePage();
  return (
    <div className="hidden-asked">
      <h3>{t("hidden.choice.title", { name: member.display_name })}</h3>
      <HideForm other={member.id} />
    </div>
  );
}

/** Renders the hidden members, each with a button that shows them again. */
function Members({ members }: { readonly members: readonly HiddenMember[] }) {
  const { t } = usePage();
  if (members.length === 0) return <p className="quiet">{t("hidden.members.none")}</p>;
  return (
    <ul className="hidden-members">
      {members.map(({ member, kind }) => (
        <li key={member.id}>
          <span>
            <bdi>{member.display_name}</bdi> <small>{t(`hidden.members.${kind}`)}</small>
          </span>
          <button type="submit" className="button button-quiet" name="show" value={member.id}>
            {t(`hidden.members.end.${kind}`)}
            <span className="visually-hidden"> {member.display_name}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/**
 * Marks the field as invalid, with a reason, if the host would refuse its words, one on each line:
 * too long, too many, or too short, which counts for Latin letters and digits only.
 */
function checkWords({ currentTarget: field }: FormEvent<HTMLTextAreaElement>, t: Translate): void {
  const words = field.value.split("\n").flatMap((line) => line.trim() || []);
  const isLong = words.some((word) => lengthOf(word) > mutedWordCharacters);
  const isShort = words.some((word) => /^\w+$/.test(word) && word.length < mutedWordLeast);
  const error = isLong ? "longWord" : isShort ? "shortWord" : "manyWords";
  const isRefused = isLong || isShort || words.length > mutedWords;
  field.setCustomValidity(isRefused ? t(`hidden.errors.${error}`, errors[error]) : "");
}

/** Renders the fields of hidden words and categories. */
function Topics({ hidden }: { readonly hidden: HiddenList }) {
  const { t } = usePage();
  const query = useQuery();
  // What the host refused is in the address: its words and categories replace the stored ones.
  const isTyped = query.has("words") || query.has("categories");
  const words = isTyped ? (query.get("words") ?? "") : hidden.words.join("\n");
  const categories = isTyped ? (query.get("categories") ?? "").split(",") : hidden.categories;
  return (
    <>
      <p>
        <label htmlFor="hidden-words">{t("hidden.words.label")}</label>
        <textarea
          id="hidden-words"
          name="words"
          // Going back must not show the next member of this browser what the last one typed.
          autoComplete="off"
          rows={4}
          defaultValue={words}
          aria-describedby="hidden-words-hint"
          onInput={(event) => checkWords(event, t)}
        />
        <small id="hidden-words-hint">
          {t("hidden.words.hint", { most: mutedWords, characters: mutedWordCharacters })}
        </small>
      </p>
      <fieldset>
        <legend>{t("hidden.categories.label")}</legend>
        {offeredCategories.map((category) => (
          <label key={category}>
            <input
              type="checkbox"
              name="categories"
              value={category}
              defaultChecked={categories.includes(category)}
            />
            {t(`post.category.${category}`)}
          </label>
        ))}
      </fieldset>
      <p className="account-actions">
        <button type="submit" className="button">
          {t("hidden.save")}
        </button>
      </p>
    </>
  );
}

/**
 * Renders hidden members, words and categories, after the question about a member that the address
 * names.
 */
export function HiddenSection() {
  const { language, viewer, t } = usePage();
  const hidden = usePageData("hidden");
  const action = `/api/account/hidden/form?language=${language}`;
  if (hidden === null) return <p role="alert">{t("app.loadFailed.title")}</p>;
  return (
    <>
      <Outcome />
      {hidden.asked && <HideQuestion member={hidden.asked} />}
      <p>{t("hidden.lead")}</p>
      <form className="hide-form" method="post" action={action}>
        <input type="hidden" name="member" value={viewer?.id ?? ""} />
        <Members members={hidden.members} />
      </form>
      <form className="hide-form" method="post" action={action}>
        <input type="hidden" name="member" value={viewer?.id ?? ""} />
        <Topics hidden={hidden} />
      </form>
    </>
  );
}
