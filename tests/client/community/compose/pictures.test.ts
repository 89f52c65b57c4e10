/** The pictures of a post: which files may come along, and in which order they stand. */
import { describe, expect, test } from "vitest";
import {
  choose,
  chosenImages,
  failedIn,
  freshPicture,
  isPending,
  mayShrink,
  moved,
  roomFor,
  withoutExpired,
  storedPicture,
  withoutPicture,
  withPicture,
} from "../../../../client/community/compose/pictures/pictures.ts";
import { anImage } from "../posts.ts";

const most = 5_242_880;
const file = (name: string, part = {}) => ({ name, type: "image/jpeg", size: 1000, ...part });
const stored = (id: string) => storedPicture(anImage({ id }));
const keys = (pictures: readonly { key: string }[]) => pictures.map(({ key }) => key).join("");

describe("choosing files", () => {
  test("takes the four kinds, up to five megabytes each", () => {
    const files = ["jpeg", "png", "gif", "webp"].map((kind) =>
      file(kind, { type: `image/${kind}`, size: most }),
    );

    expect(choose([], files)).toEqual({
      fit: files,
      large: [],
      hasOthers: false,
      isTooMany: false,
    });
  });

  test.each(["image/svg+xml", "image/heic", "application/pdf", ""])("leaves %j out", (type) => {
    const { fit, hasOthers } = choose([], [file("a", { type }), file("b")]);

    expect([fit.map(({ name }) => name), hasOthers]).toEqual([["b"], true]);
  });

  test("puts what is too large aside", () => {
    const large = file("a", { size: most + 1 });

    expect(choose([], [large, file("b")])).toMatchObject({ fit: [{ name: "b" }], large: [large] });
  });

  test("takes six in all, the first ones", () => {
    const four = ["1", "2", "3", "4"].map(stored);
    const files = ["5", "6", "7"].map((name) => file(name));

    const { fit, isTooMany } = choose(four, files);

    expect([fit.map(({ name }) => name), isTooMany]).toEqual([["5", "6"], true]);
    expect([roomFor(four), roomFor([...four, ...four])]).toEqual([2, 0]);
  });

  test("offers to shrink only what stands still", () => {
    const kinds = ["image/jpeg", "image/png", "image/gif", "image/webp"];

    expect(kinds.map((type) => mayShrink(file("a", { type })))).toEqual([true, true, false, false]);
  });
});

describe("the order", () => {
  const three = ["a", "b", "c"].map(stored);

  test.each([
    ["a", 1, "bac"],
    ["a", 2, "bca"],
    ["c", 0, "cab"],
    ["b", -1, "bac"],
    ["b", 9, "acb"],
    ["x", 0, "abc"],
  ])("%s moved to %i makes %s", (key, to, order) => {
    expect(keys(moved(three, key, to))).toBe(order);
  });

  test("loses one that is taken out, and changes one that is changed", () => {
    expect(keys(withoutPicture(three, "b"))).toBe("ac");

    const changed = withPicture(three, "b", (picture) => ({ ...picture, alt: "tea" }));
    expect(changed.map(({ alt }) => alt)).toEqual(["", "tea", ""]);
  });
});

describe("what the post is given", () => {
  test("are the stored pictures in their order, with their words or none", () => {
    const pictures = [
      { ...stored("b"), alt: " 湯呑み " },
      freshPicture("k", file("c")),
      { ...stored("a"), alt: " " },
    ];

    expect(chosenImages(pictures)).toEqual([
      { id: "b", alt: "湯呑み" },
      { id: "a", alt: null },
    ]);
  });
});

test("a picture is on its way until it is stored or has failed", () => {
  const fresh = freshPicture("k", file("c"));
  const failed = { ...fresh, state: "failed" } as const;

  expect(isPending(fresh)).toBe(true);
  expect(isPending({ ...fresh, state: "sending" })).toBe(true);
  expect([isPending(failed), isPending(stored("a"))]).toEqual([false, false]);
  expect(failedIn([fresh, failed, stored("a")])).toEqual([failed]);
});

test("a picture that waited for a day is no longer relied on; the post's own always is", () => {
  const hour = 3_600_000;
  const waiting = (key: string, storedAt: number | null) => ({ ...stored(key), storedAt });
  const pictures = [waiting("a", 0), waiting("b", 2 * hour), waiting("c", null)];

  expect(keys(withoutExpired(pictures, 24 * hour))).toBe("bc");
});
