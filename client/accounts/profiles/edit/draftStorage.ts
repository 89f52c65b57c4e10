/** Changes of a profile that are not saved yet, kept in this tab: a reload or a new sign-in on the way does not cost them. */
import { languages } from "../../../contracts/language.ts";
import type { CurrentMember } from "../../../wire/types.generated.ts";
import { type Draft, draftOf, isChanged } from "./draft.ts";

/** Who signs in next in the same tab is shown nothing of it. */
function keyOf({ id }: CurrentMember): string {
  return `profile-draft:${id}`;
}

/** Null where nothing was kept, or where it says what the profile says by now. */
export function readDraft(member: CurrentMember): Draft | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(member)) ?? "null");
    const draft = typeof kept === "object" && kept ? { ...draftOf(member), ...kept } : null;
    return isDraft(draft) && isChanged(draft, member) ? draft : null;
  } catch {
    return null;
  }
}

/** What is as the profile is needs no keeping. */
export function keepDraft(member: CurrentMember, draft: Draft): void {
  try {
    if (isChanged(draft, member)) sessionStorage.setItem(keyOf(member), JSON.stringify(draft));
    else sessionStorage.removeItem(keyOf(member));
  } catch {
    // Where storage is full or forbidden the changes stand in the page alone.
  }
}

export function removeDraft(member: CurrentMember): void {
  keepDraft(member, draftOf(member));
}

/** Whatever lies in the storage may be another edition's. */
function isDraft(value: Draft | null): value is Draft {
  if (value === null) return false;
  const { displayName, bio, language, teaType, cultivar } = value;
  const isText = [displayName, bio].every((text) => typeof text === "string");
  const isChoice = [teaType, cultivar].every((id) => id === null || typeof id === "string");
  return isText && isChoice && languages.includes(language);
}
