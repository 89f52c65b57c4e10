/** Pictures of a post: accepted files and order. */
import { describe, expect, test } from "vitest";
import {
  divideFiles,
  failedIn,
  freshPicture,
  isPending,
  roomFor,
  withoutExpired,
  storedPicture,
  withMovedPicture,
  withoutPicture,
  withPicture,
} from "../../../../client/community/compose/pictures/pictures.ts";
import { chosenImages } from "../../../../client/community/compose/payload.ts";
import { mayShrink } from "../../../../client/community/compose/pictures/LargeFileList.tsx";
import { anImage } from "../posts.ts";

const most = 5_242_880;
const file = (name: string, part = {}) => ({ name, type: "image/jpeg", size: 1000, ...part });
const stored = (id: string) => storedPicture(anImage({ id }));
const keys = (pictures: readonly { key: string }[]) => pictures.map(({ key }) => key).join("");

describe("file selection", () => {
  test("accepts four image types up to 5 MB", () => {
    const files = ["jpeg", "png", "gif", "webp"].map((kind) =>
      file(kind, { type: `image/${kind}`, size: most }),
    );

    expect(divideFiles([], files)).toEqual({
      fit: files,
      large: [],
      hasOthers: false,
      isTooMany: false,
    });
  });

  test.each(["image/svg+xml", "image/heic", "application/pdf", ""])(
    "ignores files of type %j",
    (type) => {
      const { fit, hasOthers } = divideFiles([], [file("a", { type }), file("b")]);

      expect([fit.map(({ name }) => name), hasOthers]).toEqual([["b"], true]);
    },
  );

  test("separates files that are too large", () => {
    const large = file("a", { size: most + 1 });

    expect(divideFiles([], [large, file("b")])).toMatchObject({
      fit: [{ name: "b" }],
      large: [large],
    });
  });

  test("accepts the first files up to six in all", () => {
    const four = ["1", "2", "3", "4"].map(stored);
    const files = ["5", "6", "7"].map((name) => file(name));

    const { fit, isTooMany } = divideFiles(four, files);

    expect([fit.map(({ name }) => name), isTooMany]).toEqual([["5", "6"], true]);
    expect([roomFor(four), roomFor([...four, ...four])]).toEqual([2, 0]);
  });

  test("offers shrinking only for JPEG and PNG", () => {
    const kinds = ["image/jpeg", "image/png", "image/gif", "image/webp"];

    expect(kinds.map((type) => mayShrink(file("a", { type })))).toEqual([true, true, false, false]);
  });
});

describe("picture order", () => {
  const three = ["a", "b", "c"].map(stored);

  test.each([
    ["a", 1, "bac"],
    ["a", 2, "bca"],
    ["c", 0, "cab"],
    ["b", -1, "bac"],
    ["b", 9, "acb"],
    ["x", 0, "abc"],
  ])("after moving %s to %i is %s", (key, to, order) => {
    expect(keys(withMovedPicture(three, key, to))).toBe(order);
  });

  test("is kept by removing and changing a picture", () => {
    expect(keys(withoutPicture(three, "b"))).toBe("ac");

    const changed = withPicture(three, "b", (picture) => ({ ...picture, alt: "tea" }));
    expect(changed.map(({ alt }) => alt)).toEqual(["", "tea", ""]);
  });
});

describe("post payload", () => {
  test("contains stored pictures in order with trimmed alternative texts", () => {
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

test("picture is pending until it is stored or has failed", () => {
  const fresh = freshPicture("k", file("c"));
  const failed = { ...fresh, state: "failed" } as const;

  expect(isPending(fresh)).toBe(true);
  expect(isPending({ ...fresh, state: "sending" })).toBe(true);
  expect([isPending(failed), isPending(stored("a"))]).toEqual([false, false]);
  expect(failedIn([fresh, failed, stored("a")])).toEqual([failed]);
});

test("uploaded picture expires after a day, a picture of the post does not", () => {
  const hour = 3_600_000;
  const waiting = (key: string, storedAt: number | null) => ({ ...stored(key), storedAt });
  const pictures = [waiting("a", 0), waiting("b", 2 * hour), waiting("c", null)];

  expect(keys(withoutExpired(pictures, 24 * hour))).toBe("bc");
});
