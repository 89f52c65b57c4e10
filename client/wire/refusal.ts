/** The host's "no" (RFC 9457) as an error that carries the code whose text the reader is shown. */
import type { Problem } from "./types.generated.ts";

export class Refusal extends Error {
  readonly code: string;
  readonly status: number;

  constructor(code: string, status: number) {
    super(code);
    this.name = "Refusal";
    this.code = code;
    this.status = status;
  }

  static async from(response: Response): Promise<Refusal> {
    const unknown: Partial<Problem> = {};
    const problem: Partial<Problem> = await response.json().catch(() => unknown);
    return new Refusal(problem.code ?? "app.error", response.status);
  }
}
