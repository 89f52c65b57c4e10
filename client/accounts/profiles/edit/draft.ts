/** A profile while it is being edited: changes, validation, request body. Pure. */
import { bioCharacters, displayNameCharacters } from "../../../contracts/limits.generated.ts";
import type { Language } from "../../../contracts/language.ts";
import { lengthOf, normalized } from "../../../language/length.ts";
import type { CurrentMember, ProfileChange } from "../../../wire/types.generated.ts";

export interface Draft {
  readonly displayName: string;
  readonly bio: string;
  readonly language: Language;
  readonly teaType: string | null;
  readonly cultivar: string | null;
}

export type Problem = "displayNameRequired" | "displayNameTooLong" | "bioTooLong";

/** Returns the draft of the stored profile. */
export function draftOf(member: CurrentMember): Draft {
  return {
    displayName: member.display_name,
    bio: member.bio ?? "",
    language: member.language,
    teaType: member.favorite_tea_type,
    cultivar: member.favorite_tea_variety,
  };
}

/** Returns the fields of the draft that differ from the stored profile, with their new values. */
export function changedFields(draft: Draft, member: CurrentMember): [string, unknown][] {
  const values: Record<string, unknown> = { ...draft };
  return Object.entries(draftOf(member)).flatMap(([field, stored]) =>
    values[field] === stored ? [] : [[field, values[field]]],
  );
}

/** Returns whether any field of the draft differs from the stored profile. */
export function isChanged(draft: Draft, member: CurrentMember): boolean {
  return changedFields(draft, member).length > 0;
}

/** Returns why a name is empty or too long, else undefined; the host may still refuse it. */
export function nameProblem({ displayName }: Draft): Problem | undefined {
  const length = lengthOf(displayName);
  if (length === 0) return "displayNameRequired";
  return length > displayNameCharacters ? "displayNameTooLong" : undefined;
}

/** Returns "bioTooLong" for a bio over its limit, else undefined. */
export function bioProblem({ bio }: Draft): Problem | undefined {
  return lengthOf(bio) > bioCharacters ? "bioTooLong" : undefined;
}

/**
 * Returns the request body of a draft, with texts as the host stores them; an empty bio is null.
 */
export function changeOf(draft: Draft): ProfileChange {
  return {
    display_name: normalized(draft.displayName),
    bio: normalized(draft.bio) || null,
    language: draft.language,
    favorite_tea_type: draft.teaType,
    favorite_tea_variety: draft.cultivar,
  };
}

/** Returns the new choice: `id`, or null if it was chosen already. */
export function toggleChoice(chosen: string | null, id: string): string | null {
  return chosen === id ? null : id;
}
