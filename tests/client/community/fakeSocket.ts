/** WebSocket without a host. */

/** Live connection of the page under test: `last` is the newest, `say` sends an event to the page. */
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
