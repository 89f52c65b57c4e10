/** A WebSocket with heartbeat and reconnection with growing delays. */
import { heartbeatMs, realtimeTimeoutMs, reconnectMs } from "../../contracts/limits.generated.ts";
import type { LiveMessage } from "../../wire/types.generated.ts";
import { readMessage } from "../../wire/live.ts";

export interface Line {
  readonly open: () => WebSocket;
  readonly onMessage: (message: LiveMessage) => void;
  /** Called after a reconnection: events may have been missed. */
  readonly onBack: () => void;
}

const heartbeat = JSON.stringify({ type: "heartbeat" });

export class Connection {
  readonly #line: Line;
  #socket: WebSocket | undefined;
  #failures = 0;
  #wasOpen = false;
  #isClosed = false;
  /** The awaited step: opening, answer, or next attempt. */
  #waiting: ReturnType<typeof setTimeout> | undefined;
  #beat: ReturnType<typeof setInterval> | undefined;

  constructor(line: Line) {
    this.#line = line;
    this.#connect();
  }

  close(): undefined {
    this.#isClosed = true;
    this.#drop();
  }

  #connect(): void {
    const socket = this.#line.open();
    this.#socket = socket;
    this.#expect();
    const isCurrent = () => this.#socket === socket;
    socket.onopen = () => {
      if (isCurrent()) this.#begin();
    };
    socket.onmessage = ({ data }) => {
      if (isCurrent()) this.#hear(data);
    };
    // An error is always followed by a close.
    socket.onclose = () => {
      if (isCurrent()) this.#retry();
    };
  }

  #begin(): void {
    clearTimeout(this.#waiting);
    this.#failures = 0;
    this.#beat = setInterval(() => {
      this.#socket?.send(heartbeat);
      this.#expect();
    }, heartbeatMs);
    if (this.#wasOpen) this.#line.onBack();
    this.#wasOpen = true;
  }

  #hear(data: unknown): void {
    // Any message proves that the host is there.
    clearTimeout(this.#waiting);
    const message = readMessage(data);
    if (message && message.type !== "heartbeat") this.#line.onMessage(message);
  }

  /** Without a message for ten seconds the connection counts as lost. */
  #expect(): void {
    clearTimeout(this.#waiting);
    this.#waiting = setTimeout(() => this.#retry(), realtimeTimeoutMs);
  }

  #retry(): void {
    this.#drop();
    if (this.#isClosed) return;
    const delay = reconnectMs[Math.min(this.#failures, reconnectMs.length - 1)];
    this.#failures += 1;
    this.#waiting = setTimeout(() => this.#connect(), delay);
  }

  #drop(): void {
    clearTimeout(this.#waiting);
    clearInterval(this.#beat);
    const socket = this.#socket;
    this.#socket = undefined;
    socket?.close();
  }
}
