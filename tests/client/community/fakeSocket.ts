/** Fake WebSocket. */

/** Live connection of the page under test; `last` is the newest, `receive` delivers an event of the host. */
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
  receive(event: object): void {
    this.onmessage?.({ data: JSON.stringify(event) });
  }
}
