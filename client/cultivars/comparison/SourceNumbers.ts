/** One numbering of the sources of several records, in order of appearance. */
import type { ClaimView, SourceLink } from "../../contracts/cultivar.ts";

export class SourceNumbers {
  readonly #places = new Map<string, number>();
  readonly #sources: SourceLink[] = [];

  /** Returns all numbered sources; a source's number is its position and one. */
  get sources(): readonly SourceLink[] {
    return this.#sources;
  }

  /**
   * Returns the claim with positions in this common list of sources, instead of positions in
   * `sources`, the list of its record.
   */
  numbered(claim: ClaimView, sources: readonly SourceLink[]): ClaimView {
    const places = claim.sources.flatMap((place) => {
      const source = sources[place];
      return source ? [this.#placeOf(source)] : [];
    });
    return { ...claim, sources: places.sort((a, b) => a - b) };
  }

  /**
   * Returns the position of a source in the common list; adds it if it is new. Records can name
   * different pages of one site: these are different sources.
   */
  #placeOf(source: SourceLink): number {
    const key = `${source.url} ${source.title}`;
    const known = this.#places.get(key);
    if (known !== undefined) return known;
    this.#places.set(key, this.#sources.length);
    return this.#sources.push(source) - 1;
  }
}
