/** Unsaved changes of a profile, kept in this tab across a reload or a new sign-in. */
import { languages } from "../../../contracts/language.ts";
import type { CurrentMember } from "../../../wire/types.generated.ts";
import { type Draft, draftOf, isChanged } from "./draft.ts";

/** Keyed by member: the next member in this tab sees nothing of it. */
function keyOf({ id }: CurrentMember): string {
  return `profile-draft:${id}`;
}

/** Null when nothing is stored, or when the profile already has these values. */
export function readDraft(member: CurrentMember): Draft | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(member)) ?? "null");
    const draft = typeof kept === "object" && kept ? { ...draftOf(member), ...kept } : null;
    return isDraft(draft) && isChanged(draft, member) ? draft : null;
  } catch {
    return null;
  }
}

/** A draft equal to the profile is not stored. */
export function storeDraft(member: CurrentMember, draft: Draft): void {
  try {
    if (isChanged(draft, member)) sessionStorage.setItem(keyOf(member), JSON.stringify(draft));
    else sessionStorage.removeItem(keyOf(member));
  } catch {
    // Without storage the changes exist in the page alone.
  }
}

export function removeDraft(member: CurrentMember): void {
  storeDraft(member, draftOf(member));
}

/** Stored data may come from another version, so it is validated. */
function isDraft(value: Draft | null): value is Draft {
  if (value === null) return false;
  const { displayName, bio, language, teaType, cultivar } = value;
  const isText = [displayName, bio].every((text) => typeof text === "string");
  const isChoice = [teaType, cultivar].every((id) => id === null || typeof id === "string");
  return isText && isChoice && languages.includes(language);
}
