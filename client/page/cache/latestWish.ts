/** One request at a time for a thing, and in the end the last wish: quick presses never race each other. */

interface Turn<Wish> {
  wish: Wish;
}

export class LatestWish<Wish> {
  readonly #turns = new Map<number, Turn<Wish>>();

  /** Undefined when a request is under way: it goes on to this wish, and whoever asked first hears how it ends. */
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

/** A wish that was overtaken while it was on its way neither counts nor fails. */
async function serve<Wish>(turn: Turn<Wish>, send: (wish: Wish) => Promise<void>): Promise<void> {
  const { wish } = turn;
  try {
    await send(wish);
  } catch (error) {
    if (turn.wish === wish) throw error;
  }
  if (turn.wish !== wish) await serve(turn, send);
}
