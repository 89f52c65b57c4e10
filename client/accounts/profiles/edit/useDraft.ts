/** The profile draft of the page: restored from this tab, with text typed before hydration. */
import { type RefObject, useEffect, useState } from "react";
import type { CurrentMember } from "../../../wire/types.generated.ts";
import { type Draft, draftOf } from "./draft.ts";
import { storeDraft, readDraft } from "./draftStorage.ts";

function typedIn(form: HTMLFormElement | null, stored: Draft): Partial<Draft> {
  const typed = form ? new FormData(form) : new FormData();
  const [displayName, bio] = [typed.get("display_name"), typed.get("bio")];
  return {
    ...(typeof displayName === "string" && displayName !== stored.displayName && { displayName }),
    ...(typeof bio === "string" && bio !== stored.bio && { bio }),
  };
}

export interface DraftState {
  readonly draft: Draft;
  /** True while restored changes are shown, until they are undone or overwritten. */
  readonly isRestored: boolean;
  readonly change: (part: Partial<Draft>) => void;
  readonly undo: () => void;
}

/** `form` is read once, for text typed before hydration. */
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
