/** The reader's own profile. A profile that is not found is requested once more after a second. */
import { useEffect, useState } from "react";
import { profileRetryMs } from "../../contracts/limits.generated.ts";
import { usePageData } from "../../page/PageContext.ts";
import { findJson } from "../../wire/request.ts";
import type { CurrentMember } from "../../wire/types.generated.ts";

export type Me =
  | { readonly state: "there"; readonly member: CurrentMember }
  | { readonly state: "loading" }
  | { readonly state: "failed"; readonly error: unknown };

const loading: Me = { state: "loading" };

export function useMe(): Me {
  const preloaded = usePageData("me");
  const [later, setLater] = useState<Me>(loading);
  const isThere = preloaded !== null;
  useEffect(() => {
    if (isThere) return;
    const again = async () => {
      const member = await findJson<CurrentMember>("/api/profiles/me");
      setLater(member ? { state: "there", member } : { state: "failed", error: null });
    };
    const waiting = setTimeout(
      () => void again().catch((error: unknown) => setLater({ state: "failed", error })),
      profileRetryMs,
    );
    return () => clearTimeout(waiting);
  }, [isThere]);
  return preloaded ? { state: "there", member: preloaded } : later;
}
