/** One request at a time for each key, ending in the latest requested state. */

interface Turn<Wish> {
  wish: Wish;
}

export class LatestRequest<Wish> {
  readonly #turns = new Map<number, Turn<Wish>>();

  /** Undefined when a request is under way: that one continues with this state. */
  ask(id: number, wish: Wish, send: (wish: Wish) => Promise<void>): Promise<void> | undefined {
    const under = this.#turns.get(id);
    if (under) {
      under.wish = wish;
      return undefined;
    }
    const turn = { wish };
    this.#turns.set(id, turn);
    return serve(turn, send).finally(() => this.#turns.delete(id));
  }
}

/** A superseded request neither counts nor fails. */
async function serve<Wish>(turn: Turn<Wish>, send: (wish: Wish) => Promise<void>): Promise<void> {
  const { wish } = turn;
  try {
    await send(wish);
  } catch (error) {
    if (turn.wish === wish) throw error;
  }
  if (turn.wish !== wish) await serve(turn, send);
}
