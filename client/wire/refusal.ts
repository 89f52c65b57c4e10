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
    return Refusal.of(response.status, await response.text().catch(() => ""));
  }

  /** From the text of an answer; one that is no problem of ours, a proxy's page, says only that it failed. */
  static of(status: number, text: string): Refusal {
    const { code = "app.error", params = {} } = problemIn(text);
    return new Refusal(code, status, params);
  }
}

function problemIn(text: string): Partial<Problem> {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}
