/** A WebSocket with heartbeat and reconnection with growing delays. */
import { heartbeatMs, realtimeTimeoutMs, reconnectMs } from "../../contracts/limits.generated.ts";
import type { LiveMessage } from "../../wire/types.generated.ts";
import { readMessage } from "../../wire/live.ts";

export interface ConnectionOptions {
  readonly open: () => WebSocket;
  readonly onMessage: (message: LiveMessage) => void;
  /** Called when open for the first time: events since the page was rendered may be missing. */
  readonly onOpen: () => void;
  /** Called after a reconnection: events may have been missed. */
  readonly onReconnect: () => void;
}

const heartbeat = JSON.stringify({ type: "heartbeat" });

/**
 * WebSocket that is opened again after it breaks, with growing delays, and checked by heartbeats.
 */
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

  /**
   * Closes the connection for good. A socket that is still connecting closes once it is open:
   * before, browsers would report an error.
   */
  close(): undefined {
    this.#isClosed = true;
    if (this.#socket?.readyState === WebSocket.CONNECTING) this.#socket = undefined;
    this.#disconnect();
  }

  /** Opens a socket and handles its events until another one replaces it. */
  #connect(): void {
    const socket = this.#options.open();
    this.#socket = socket;
    this.#startTimeout();
    /** Returns whether the socket is still the present one. */
    const isCurrent = () => this.#socket === socket;
    socket.onopen = () => {
      if (isCurrent()) this.#onOpen();
      else socket.close();
    };
    socket.onmessage = ({ data }) => {
      if (isCurrent()) this.#onMessage(data);
    };
    // An error is always followed by a close.
    socket.onclose = () => {
      if (isCurrent()) this.#reconnect();
    };
  }

  /** Starts the heartbeat, and reports whether this is the first time or a reconnection. */
  #onOpen(): void {
    clearTimeout(this.#timer);
    this.#failures = 0;
    this.#heartbeat = setInterval(() => {
      this.#socket?.send(heartbeat);
      this.#startTimeout();
    }, heartbeatMs);
    if (this.#wasOpen) this.#options.onReconnect();
    else this.#options.onOpen();
    this.#wasOpen = true;
  }

  /** Hands a message to its handler, except heartbeats. */
  #onMessage(data: unknown): void {
    // Any message proves that the connection works.
    clearTimeout(this.#timer);
    const message = readMessage(data);
    if (message && message.type !== "heartbeat") this.#options.onMessage(message);
  }

  /**
   * Starts the ten seconds in which the socket must open or a message arrive; then the connection
   * counts as lost.
   */
  #startTimeout(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#reconnect(), realtimeTimeoutMs);
  }

  /** Closes the socket and opens another one after a delay, which grows with each failure. */
  #reconnect(): void {
    this.#disconnect();
    if (this.#isClosed) return;
    const delay = reconnectMs[Math.min(this.#failures, reconnectMs.length - 1)];
    this.#failures += 1;
    this.#timer = setTimeout(() => this.#connect(), delay);
  }

  /** Stops all timers and closes the socket. */
  #disconnect(): void {
    clearTimeout(this.#timer);
    clearInterval(this.#heartbeat);
    const socket = this.#socket;
    this.#socket = undefined;
    socket?.close();
  }
}
