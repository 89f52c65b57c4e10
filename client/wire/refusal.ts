/** The host's "no" (RFC 9457) as an error that carries the code whose text the reader is shown. */
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

  /** The code as a key of the locales. The host may know codes that no text goes with. */
  get key(): MessageKey {
    return this.code as MessageKey;
  }

  static async from(response: Response): Promise<Refusal> {
    const text = await response.text().catch(() => "");
    return Refusal.of(response.status, text, response.headers.get("Retry-After"));
  }

  /** From the text of an answer; of one that is no problem of ours, a proxy's page, its status has to do. */
  static of(status: number, text: string, retryAfter?: string | null): Refusal {
    const { code = codeOf(status), params } = problemIn(text);
    return new Refusal(code, status, params ?? { seconds: Number(retryAfter) || retrySeconds });
  }
}

const retrySeconds = 5;

/** A gateway that gets no answer from the host says 502 to 504. */
function codeOf(status: number): string {
  if (status === 429) return "app.tooManyRequests";
  return status > 501 ? "app.unavailable" : "app.error";
}

function problemIn(text: string): Partial<Problem> {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}
