/** Loads the code of the session where a session may exist; visitors load nothing else of it. */
import { useEffect, useRef } from "react";
import type { Session } from "../accounts/sessions/Session.ts";
import { markerKey } from "../accounts/sessions/useSession.ts";
import type { SessionHost } from "./openSession.ts";

function hasMarker(): boolean {
  try {
    return markerKey in localStorage;
  } catch {
    return false;
  }
}

export function useSessionLoader(host: SessionHost): () => Promise<Session> {
  const opened = useRef<Promise<Session>>(undefined);
  const open = useRef(() => {
    opened.current ??= import("./openSession.ts").then(
      (module) => module.openSession(host),
      (error: unknown) => {
        // A failed import is repeated at the next call.
        opened.current = undefined;
        throw error;
      },
    );
    return opened.current;
  }).current;

  useEffect(() => {
    const onStorage = async ({ key, newValue }: StorageEvent) => {
      if (key === markerKey) (await open()).onMarkerChange(newValue);
    };
    addEventListener("storage", onStorage);
    if (host.viewer || hasMarker()) open().catch(() => undefined);
    return () => removeEventListener("storage", onStorage);
  }, [open, host.viewer]);
  return open;
}
