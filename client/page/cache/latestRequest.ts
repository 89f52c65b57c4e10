/** One request at a time for each key, ending in the latest requested state. */

interface PendingState<State> {
  state: State;
}

/**
 * Queue of state changes with one request at a time for each id, of which the newest state wins.
 */
export class LatestRequest<State> {
  readonly #pending = new Map<number, PendingState<State>>();

  /**
   * Sends a state by `send`; while a request of this id is running, it only replaces the state to
   * send next, and returns undefined. Rejects if the newest state is refused.
   */
  request(
    id: number,
    state: State,
    send: (state: State) => Promise<void>,
  ): Promise<void> | undefined {
    const running = this.#pending.get(id);
    if (running) {
      running.state = state;
      return undefined;
    }
    const pending = { state };
    this.#pending.set(id, pending);
    return sendLatest(pending, send).finally(() => this.#pending.delete(id));
  }
}

/**
 * Sends the pending state, and the newest one again while it differs; the failure of a replaced
 * state is ignored.
 */
async function sendLatest<State>(
  pending: PendingState<State>,
  send: (state: State) => Promise<void>,
): Promise<void> {
  const { state } = pending;
  try {
    await send(state);
  } catch (error) {
    if (pending.state === state) throw error;
  }
  if (pending.state !== state) await sendLatest(pending, send);
}
