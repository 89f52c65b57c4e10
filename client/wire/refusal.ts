/** The host's problem response (RFC 9457) as an error with the code of its message. */
import type { MessageKey } from "../contracts/locales.ts";
import type { Problem } from "./types.generated.ts";

/**
 * Error of a request that failed or that the host refused, with the code of its message; status 0
 * means that there was no usable answer.
 */
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

  /**
   * Returns the code as a key of a message; codes without a message get a general one where it is
   * shown.
   */
  get key(): MessageKey {
    return this.code as MessageKey;
  }

  /** Returns the refusal in a response. */
  static async from(response: Response): Promise<Refusal> {
    const text = await response.text().catch(() => "");
    return Refusal.of(response.status, text, response.headers.get("Retry-After"));
  }

  /**
   * Returns the refusal in the text of a response; another server's error page is described by its
   * status. Its `seconds` to wait are those of the header Retry-After, 5 without one.
   */
  static of(status: number, text: string, retryAfter?: string | null): Refusal {
    const { code = codeOf(status), params } = problemIn(text);
    return new Refusal(code, status, params ?? { seconds: Number(retryAfter) || retrySeconds });
  }
}

const retrySeconds = 5;

/**
 * Returns the code for the status of a response that is not the host's: a proxy may limit the rate
 * (429), and gateways answer with 502 to 504 when the host does not answer.
 */
function codeOf(status: number): string {
  if (status === 429) return "app.tooManyRequests";
  return status > 501 ? "app.unavailable" : "app.error";
}

/** Parses the text of a problem response; empty for any other text. */
function problemIn(text: string): Partial<Problem> {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}
