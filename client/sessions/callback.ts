/** Where a sign-in ends: the remembered page, the login page with a reason, or one more look for the session. */
import { callbackRetryMs } from "../contracts/limits.ts";
import type { MessageKey } from "../contracts/locales.ts";

/** "unasked": the host has not been asked yet. "failed": asking went wrong. */
export type Found = "unasked" | "present" | "absent" | "failed";

export type Outcome =
  | { readonly kind: "ask"; readonly afterMs: number }
  | { readonly kind: "return" }
  | {
      readonly kind: "login";
      readonly error: "oauth_failed" | "auth_callback_failed" | null;
      readonly alert: MessageKey | null;
    };

/** What the standard's codes (RFC 6749, 4.1.2.1) are called here. A link can say anything: nothing of it is shown. */
const words = new Map<string, MessageKey>([
  ["server_error", "authCallback.unavailable"],
  ["temporarily_unavailable", "authCallback.unavailable"],
  ["invalid_request", "authCallback.misconfigured"],
  ["invalid_scope", "authCallback.misconfigured"],
  ["unauthorized_client", "authCallback.misconfigured"],
  ["unsupported_response_type", "authCallback.misconfigured"],
]);

export function outcomeOf(address: URLSearchParams, found: Found): Outcome {
  if (found === "failed") return toLogin("auth_callback_failed");
  const error = address.get("error");
  const description = address.get("error_description") ?? "";
  if (error === "access_denied") return toLogin("oauth_failed", "authCallback.cancelled");
  if (/database error.*saving.*new user/i.test(description)) return afterDatabaseError(found);
  if (error === "auth_callback_failed") return toLogin("auth_callback_failed");
  if (error !== null) return toLogin("oauth_failed", words.get(error) ?? "authCallback.failed");
  if (found === "unasked") return { kind: "ask", afterMs: 0 };
  return found === "present" ? { kind: "return" } : toLogin(null);
}

/** The member may have been saved all the same: two sign-ins at once do that. */
function afterDatabaseError(found: Found): Outcome {
  if (found === "unasked") return { kind: "ask", afterMs: callbackRetryMs };
  if (found === "present") return { kind: "return" };
  return toLogin("oauth_failed", "authCallback.retryLater");
}

function toLogin(
  error: "oauth_failed" | "auth_callback_failed" | null,
  alert: MessageKey | null = null,
) {
  return { kind: "login", error, alert } as const;
}
