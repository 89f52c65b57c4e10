/**
 * The outcome of a sign-in: the remembered page, the login page with a reason, or a request for the
 * session.
 */
import { callbackRetryMs } from "../../contracts/limits.generated.ts";
import type { MessageKey } from "../../contracts/locales.ts";

/** "unknown": no request was sent yet. "failed": the request failed. */
export type SessionLookup = "unknown" | "present" | "absent" | "failed";

interface Alert {
  readonly key: MessageKey;
  readonly params: Readonly<Record<string, string>>;
}

export type Outcome =
  | { readonly kind: "lookUp"; readonly afterMs: number }
  | { readonly kind: "return" }
  | {
      readonly kind: "login";
      readonly error: "oauth_failed" | "auth_callback_failed" | null;
      readonly alert: Alert | null;
    };

const providerTextMost = 200;

/**
 * Returns what follows a sign-in, from the query of the callback's address and the result of
 * looking for a session.
 */
export function outcomeOf(address: URLSearchParams, found: SessionLookup): Outcome {
  if (found === "failed") return toLogin("auth_callback_failed");
  const error = address.get("error");
  const description = address.get("error_description") ?? "";
  if (error === "access_denied")
    return toLogin("oauth_failed", { key: "authCallback.cancelled", params: {} });
  if (/database error.*saving.*new user/i.test(description)) return afterDatabaseError(found);
  if (error === "auth_callback_failed") return toLogin("auth_callback_failed");
  if (error !== null) return toLogin("oauth_failed", loginFailed(description));
  if (found === "unknown") return { kind: "lookUp", afterMs: 0 };
  return found === "present" ? { kind: "return" } : toLogin(null);
}

/**
 * Returns what follows a database error of the provider: first a request for the session, after a
 * pause, because a concurrent sign-in may have stored the member anyway.
 */
function afterDatabaseError(found: SessionLookup): Outcome {
  if (found === "unknown") return { kind: "lookUp", afterMs: callbackRetryMs };
  if (found === "present") return { kind: "return" };
  return toLogin("oauth_failed", { key: "authCallback.retryLater", params: {} });
}

/** Returns the message of a failed sign-in, with the provider's reason as plain text. */
function loginFailed(description: string): Alert {
  const reason = plainText(description);
  return reason
    ? { key: "authCallback.failedBecause", params: { reason } }
    : { key: "authCallback.failed", params: {} };
}

/** Returns the outcome that leads to the login page, with an error code and a message. */
function toLogin(
  error: "oauth_failed" | "auth_callback_failed" | null,
  alert: Alert | null = null,
) {
  return { kind: "login", error, alert } as const;
}

/**
 * Returns the provider's text as one line of at most 200 characters and "…", without control or
 * bidi characters, because anyone can write it into an address.
 */
export function plainText(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, " ").trim();
  const signs = [...line];
  return signs.length > providerTextMost ? `${signs.slice(0, providerTextMost).join("")}…` : line;
}
