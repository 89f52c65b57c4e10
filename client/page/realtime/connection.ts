/** A WebSocket with heartbeat and reconnection with growing delays. */
import { heartbeatMs, realtimeTimeoutMs, reconnectMs } from "../../contracts/limits.generated.ts";
import type { LiveMessage } from "../../wire/types.generated.ts";
import { readMessage } from "../../wire/live.ts";

export interface ConnectionOptions {
  readonly open: () => WebSocket;
  readonly onMessage: (message: LiveMessage) => void;
  /** Called after a reconnection: events may have been missed. */
  readonly onReconnect: () => void;
}

const heartbeat = JSON.stringify({ type: "heartbeat" });

export class Connection {
  readonly #options: ConnectionOptions;
  #socket: WebSocket | undefined;
  #failures = 0;
  #wasOpen = false;
  #isClosed = false;
  /** Timeout of opening or of the next message, or delay of the next attempt. */
  #timer: ReturnType<typeof setTimeout> | undefined;
  #heartbeat: ReturnType<typeof setInterval> | undefined;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.#connect();
  }

  close(): undefined {
    this.#isClosed = true;
    this.#disconnect();
  }

  #connect(): void {
    const socket = this.#options.open();
    this.#socket = socket;
    this.#startTimeout();
    const isCurrent = () => this.#socket === socket;
    socket.onopen = () => {
      if (isCurrent()) this.#onOpen();
    };
    socket.onmessage = ({ data }) => {
      if (isCurrent()) this.#onMessage(data);
    };
    // An error is always followed by a close.
    socket.onclose = () => {
      if (isCurrent()) this.#reconnect();
    };
  }

  #onOpen(): void {
    clearTimeout(this.#timer);
    this.#failures = 0;
    this.#heartbeat = setInterval(() => {
      this.#socket?.send(heartbeat);
      this.#startTimeout();
    }, heartbeatMs);
    if (this.#wasOpen) this.#options.onReconnect();
    this.#wasOpen = true;
  }

  #onMessage(data: unknown): void {
    // Any message proves that the connection works.
    clearTimeout(this.#timer);
    const message = readMessage(data);
    if (message && message.type !== "heartbeat") this.#options.onMessage(message);
  }

  /** Starts the time after which a connection without a message counts as lost: ten seconds. */
  #startTimeout(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#reconnect(), realtimeTimeoutMs);
  }

  #reconnect(): void {
    this.#disconnect();
    if (this.#isClosed) return;
    const delay = reconnectMs[Math.min(this.#failures, reconnectMs.length - 1)];
    this.#failures += 1;
    this.#timer = setTimeout(() => this.#connect(), delay);
  }

  #disconnect(): void {
    clearTimeout(this.#timer);
    clearInterval(this.#heartbeat);
    const socket = this.#socket;
    this.#socket = undefined;
    socket?.close();
  }
}
