/** The host's problem response (RFC 9457) as an error with the code of its message. */
import type { MessageKey } from "../contracts/locales.ts";
import type { Problem } from "./types.generated.ts";

export class Refusal extends Error {
  readonly code: string;
  readonly status: number;
  readonly params: Readonly<Record<string, string | number>>;

  constructor(code: string, status: number, params: Refusal["params"] = {}) {
    super(code);
    this.name = "Refusal";
    this.code = code;
    this.status = status;
    this.params = params;
  }

  /** Returns the code as a message key; codes without a message get a general one. */
  get key(): MessageKey {
    return this.code as MessageKey;
  }

  static async from(response: Response): Promise<Refusal> {
    const text = await response.text().catch(() => "");
    return Refusal.of(response.status, text, response.headers.get("Retry-After"));
  }

  /** Parses a response body; another server's error page is described by its status. */
  static of(status: number, text: string, retryAfter?: string | null): Refusal {
    const { code = codeOf(status), params } = problemIn(text);
    return new Refusal(code, status, params ?? { seconds: Number(retryAfter) || retrySeconds });
  }
}

const retrySeconds = 5;

/** Returns a code for a status; gateways respond with 502 to 504 when the host does not respond. */
function codeOf(status: number): string {
  if (status === 429) return "app.tooManyRequests";
  return status > 501 ? "app.unavailable" : "app.error";
}

/** Parses a problem response; empty for any other text. */
function problemIn(text: string): Partial<Problem> {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}
