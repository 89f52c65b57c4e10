/** Messages of refusals that every form without scripts may get, which the host names in the address. */
import { Refusal } from "../wire/refusal.ts";
import { useQuery } from "./address.ts";
import { usePage } from "./PageContext.ts";
import { refusalText } from "./useNotify.ts";

const reasons = ["anotherMember", "required", "tooLarge", "unreadable"] as const;

/** The wait if the address names no valid one; anyone can edit an address. */
const usualSeconds = 60;

/** Returns the seconds to wait that the address names, 60 if it names none. */
function useWaitSeconds(): number {
  const wait = useQuery().get("wait") ?? "";
  return /^\d{1,5}$/.test(wait) ? Number(wait) : usualSeconds;
}

/** Returns the minutes to wait that the address names, rounded up; 1 if it names none. */
export function useWaitMinutes(): number {
  return Math.max(1, Math.ceil(useWaitSeconds() / 60));
}

/**
 * Returns the message of a reason that is not of one form alone: another member has signed in, the
 * session had ended, the form was too large or unreadable, or too many requests, with the time to
 * wait. Null for every other reason.
 */
export function useFormRefusal(reason: string | null): string | null {
  const { t } = usePage();
  const seconds = useWaitSeconds();
  const code = reason?.replace(/^app\./, "");
  if (code === "tooManyRequests") {
    return refusalText(t, new Refusal("app.tooManyRequests", 429, { seconds }));
  }
  const known = reasons.find((one) => one === code);
  return known ? t(`forms.${known}`) : null;
}
