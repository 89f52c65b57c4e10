/** WebSocket without a host: a test sends the events. */

/** The live connection of a visible tab; the test speaks for the host. */
export class FakeSocket {
  static last: FakeSocket | undefined;
  onopen: (() => void) | null = null;
  onmessage: ((message: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  constructor() {
    FakeSocket.last = this;
  }
  send(): void {}
  close(): void {}
  say(event: object): void {
    this.onmessage?.({ data: JSON.stringify(event) });
  }
}
