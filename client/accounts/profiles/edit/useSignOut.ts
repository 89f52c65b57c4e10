/** Signs this browser out; errors are ignored, as specified. */
import { useState } from "react";
import { useSession } from "../../sessions/useSession.ts";

export function useSignOut(release: () => void = () => undefined) {
  const open = useSession();
  const [isLeaving, setLeaving] = useState(false);
  const signOut = async () => {
    setLeaving(true);
    release();
    const session = await open();
    await session.signOut();
  };
  return { isLeaving, signOut: () => void signOut() };
}
