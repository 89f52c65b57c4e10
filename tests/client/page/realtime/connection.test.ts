/** Realtime connection: heartbeats, timeouts and backoff. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Connection } from "../../../../client/page/realtime/connection.ts";

class FakeSocket extends EventTarget implements WebSocket {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSING = 2;
  static readonly CLOSED = 3;
  readonly CONNECTING = 0;
  readonly OPEN = 1;
  readonly CLOSING = 2;
  readonly CLOSED = 3;
  readonly bufferedAmount = 0;
  readonly extensions = "";
  readonly protocol = "";
  readyState: WebSocket["readyState"] = FakeSocket.OPEN;
  readonly url = "";
  binaryType: BinaryType = "blob";
  onclose: WebSocket["onclose"] = null;
  onerror: WebSocket["onerror"] = null;
  onmessage: WebSocket["onmessage"] = null;
  onopen: WebSocket["onopen"] = null;
  readonly sent: string[] = [];
  isClosed = false;

  send(data: string): void {
    this.sent.push(data);
  }

  close(): void {
    this.isClosed = true;
  }

  open(): void {
    this.onopen?.(new Event("open"));
  }

  receive(message: unknown): void {
    this.onmessage?.(new MessageEvent("message", { data: JSON.stringify(message) }));
  }

  disconnect(): void {
    this.onclose?.(new CloseEvent("close"));
  }
}

function connect() {
  const sockets: FakeSocket[] = [];
  const onMessage = vi.fn();
  const onOpen = vi.fn();
  const onReconnect = vi.fn();
  const connection = new Connection({
    open: () => {
      const socket = new FakeSocket();
      sockets.push(socket);
      return socket;
    },
    onMessage,
    onOpen,
    onReconnect,
  });
  const last = () => sockets.at(-1) ?? new FakeSocket();
  return { connection, sockets, last, onMessage, onOpen, onReconnect };
}

const removed = { type: "postRemoved", id: 4 };
const heartbeat = { type: "heartbeat" };

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("CloseEvent", class extends Event {});
});
afterEach(() => {
  vi.useRealTimers();
});

describe("open realtime connection", () => {
  test("delivers known messages except heartbeats", () => {
    const { last, onMessage } = connect();
    last().open();
    last().receive(removed);
    last().receive(heartbeat);
    last().receive({ type: "weather" });

    expect(onMessage.mock.calls).toEqual([[removed]]);
  });

  test("sends a heartbeat every 25 seconds and stays open when answered", () => {
    const { sockets, last } = connect();
    last().open();
    for (let beats = 0; beats < 4; beats += 1) {
      vi.advanceTimersByTime(25_000);
      last().receive(heartbeat);
    }

    expect(last().sent).toEqual(Array.from({ length: 4 }, () => JSON.stringify(heartbeat)));
    expect(sockets).toHaveLength(1);
  });

  test("is replaced when no message follows a heartbeat within ten seconds", () => {
    const { sockets, last } = connect();
    last().open();

    vi.advanceTimersByTime(25_000 + 9_999);
    expect(sockets[0]?.isClosed).toBe(false);
    vi.advanceTimersByTime(1);
    expect(sockets[0]?.isClosed).toBe(true);
    vi.advanceTimersByTime(1000);
    expect(sockets).toHaveLength(2);
  });
});

describe("closed realtime connection", () => {
  test("is reopened after 1, 2, 5, 10 and 10 seconds", () => {
    const { sockets, last } = connect();
    const waits = [1000, 2000, 5000, 10_000, 10_000];
    for (const [tries, wait] of waits.entries()) {
      last().disconnect();
      vi.advanceTimersByTime(wait - 1);
      expect(sockets).toHaveLength(tries + 1);
      vi.advanceTimersByTime(1);
      expect(sockets).toHaveLength(tries + 2);
    }
  });

  test("restarts the backoff after a successful connection", () => {
    const { sockets, last } = connect();
    last().disconnect();
    vi.advanceTimersByTime(1000);
    last().open();
    last().disconnect();
    vi.advanceTimersByTime(1000);

    expect(sockets).toHaveLength(3);
  });

  test("is reopened when it does not open within ten seconds", () => {
    const { sockets } = connect();
    vi.advanceTimersByTime(10_000);
    expect(sockets[0]?.isClosed).toBe(true);
    vi.advanceTimersByTime(1000);

    expect(sockets).toHaveLength(2);
  });

  test("calls onOpen the first time, and onReconnect when open again", () => {
    const { last, onOpen, onReconnect } = connect();
    last().open();
    expect(onOpen).toHaveBeenCalledOnce();
    expect(onReconnect).not.toHaveBeenCalled();
    last().disconnect();
    vi.advanceTimersByTime(1000);
    last().open();

    expect(onOpen).toHaveBeenCalledOnce();
    expect(onReconnect).toHaveBeenCalledOnce();
  });

  test("ignores late messages of the old socket", () => {
    const { sockets, last, onMessage } = connect();
    const [first] = sockets;
    last().open();
    last().disconnect();
    vi.advanceTimersByTime(1000);
    first?.receive(removed);
    first?.disconnect();
    vi.advanceTimersByTime(60_000);

    expect(onMessage).not.toHaveBeenCalled();
  });
});

test("realtime connection closed by the page is not reopened", () => {
  const { connection, sockets, last } = connect();
  last().open();
  connection.close();
  vi.advanceTimersByTime(120_000);

  expect(sockets).toHaveLength(1);
  expect(sockets[0]?.isClosed).toBe(true);
  expect(sockets[0]?.sent).toEqual([]);
});

test("realtime connection closed while it opens closes its socket once that is open", () => {
  const { connection, sockets, last, onOpen } = connect();
  last().readyState = FakeSocket.CONNECTING;

  connection.close();
  const wasClosed = last().isClosed;
  last().open();

  expect([wasClosed, last().isClosed, onOpen.mock.calls.length, sockets.length]).toEqual([
    false,
    true,
    0,
    1,
  ]);
});
