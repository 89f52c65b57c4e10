/** Opens the session where there may be one; a visitor's page carries no more of it than this. */
import { useEffect, useRef } from "react";
import type { Session } from "../accounts/sessions/Session.ts";
import { markerKey } from "../accounts/sessions/markerKey.ts";
import type { Household } from "./openSession.ts";

function hasMarker(): boolean {
  try {
    return markerKey in localStorage;
  } catch {
    return false;
  }
}

export function useSessionDoor(household: Household): () => Promise<Session> {
  const opened = useRef<Promise<Session>>(undefined);
  const open = useRef(() => {
    opened.current ??= import("./openSession.ts").then(
      (door) => door.openSession(household),
      (error: unknown) => {
        // What did not come is fetched anew by whoever asks next.
        opened.current = undefined;
        throw error;
      },
    );
    return opened.current;
  }).current;

  useEffect(() => {
    const hear = async ({ key, newValue }: StorageEvent) => {
      if (key === markerKey) (await open()).hear(newValue);
    };
    addEventListener("storage", hear);
    if (household.viewer || hasMarker()) open().catch(() => undefined);
    return () => removeEventListener("storage", hear);
  }, [open, household.viewer]);
  return open;
}
