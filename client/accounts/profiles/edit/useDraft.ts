/** The profile draft of the page, stored in this tab until it is saved: a reload or a new sign-in restores it. */
import { type RefObject, useEffect, useState } from "react";
import type { CurrentMember } from "../../../wire/types.generated.ts";
import { changedFields, type Draft, draftOf, isChanged } from "./draft.ts";
import { languages } from "../../../contracts/language.ts";

/** Returns the fields that were typed or chosen before hydration and differ from the stored profile. */
function typedIn(form: HTMLFormElement | null, stored: Draft): Partial<Draft> {
  const typed = form ? new FormData(form) : new FormData();
  const [displayName, bio] = [typed.get("display_name"), typed.get("bio")];
  const language = languages.find((one) => one === typed.get("language"));
  return {
    ...(typeof displayName === "string" && displayName !== stored.displayName && { displayName }),
    ...(typeof bio === "string" && bio !== stored.bio && { bio }),
    ...(language && language !== stored.language && { language }),
  };
}

export interface DraftState {
  readonly draft: Draft;
  /** True after changes were restored, also after further ones, until all are undone. */
  readonly isRestored: boolean;
  readonly change: (part: Partial<Draft>) => void;
  readonly undo: () => void;
}

/**
 * Returns the draft of the profile and functions that change it; it restores a stored draft and
 * stores each change. `form` is read once, for text typed before hydration.
 */
export function useDraft(
  member: CurrentMember,
  form: RefObject<HTMLFormElement | null>,
): DraftState {
  const [first] = useState(member);
  const [stored] = useState(() => draftOf(first));
  const [draft, setDraft] = useState(stored);
  const [isRestored, setRestored] = useState(false);
  useEffect(() => {
    const kept = readDraft(first);
    const typed = typedIn(form.current, stored);
    setRestored(kept !== null);
    if (kept || Object.keys(typed).length > 0) setDraft({ ...stored, ...kept, ...typed });
  }, [first, form, stored]);
  useEffect(() => {
    if (draft !== stored) storeDraft(first, draft);
  }, [first, draft, stored]);
  return {
    draft,
    isRestored,
    change: (part) => setDraft((before) => ({ ...before, ...part })),
    undo: () => {
      setDraft({ ...stored });
      setRestored(false);
    },
  };
}

/**
 * Returns the storage key of a member's draft, so that the next member in this tab sees nothing of
 * it.
 */
function keyOf({ id }: CurrentMember): `profile-draft:${string}` {
  return `profile-draft:${id}`;
}

/** Returns the stored draft; null without one, or when the profile has the same values. */
function readDraft(member: CurrentMember): Draft | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(member)) ?? "null");
    const draft = typeof kept === "object" && kept ? { ...draftOf(member), ...kept } : null;
    return isDraft(draft) && isChanged(draft, member) ? draft : null;
  } catch {
    return null;
  }
}

/**
 * Stores the fields of the draft that differ from the profile, or removes it if none does: the
 * language switch changes the language of the profile meanwhile.
 */
function storeDraft(member: CurrentMember, draft: Draft): void {
  const changed = changedFields(draft, member);
  try {
    if (changed.length > 0)
      sessionStorage.setItem(keyOf(member), JSON.stringify(Object.fromEntries(changed)));
    else sessionStorage.removeItem(keyOf(member));
  } catch {
    // Without storage only the open page has the changes.
  }
}

/** Removes the stored draft. */
export function removeDraft(member: CurrentMember): void {
  storeDraft(member, draftOf(member));
}

/** Returns whether stored data is a draft; another version may have written it. */
function isDraft(value: Draft | null): value is Draft {
  if (value === null) return false;
  const isChoice = (id: unknown) => id === null || typeof id === "string";
  const isFit: Record<keyof Draft, boolean> = {
    displayName: typeof value.displayName === "string",
    bio: typeof value.bio === "string",
    language: languages.includes(value.language),
    teaType: isChoice(value.teaType),
    cultivar: isChoice(value.cultivar),
  };
  return Object.values(isFit).every(Boolean);
}
