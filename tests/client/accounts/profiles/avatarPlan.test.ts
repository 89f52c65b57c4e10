/** Avatar files: validation, shrinking and crop square. */
import { describe, expect, test } from "vitest";
import {
  centred,
  dragCrop,
  outputSide,
  fileProblem,
  needsCanvas,
  squareOf,
} from "../../../../client/accounts/profiles/edit/avatarPlan.ts";

const megabyte = 1024 * 1024;
const wide = { width: 4000, height: 3000 };

describe("avatar file", () => {
  test.each(["image/jpeg", "image/png", "image/gif", "image/webp"])(
    "of type %s is accepted",
    (type) => {
      expect(fileProblem({ type, size: 5 * megabyte })).toBeUndefined();
    },
  );

  test.each(["image/svg+xml", "image/heic", "application/pdf", ""])(
    "of type %j is refused",
    (type) => {
      expect(fileProblem({ type, size: 1 })).toBe("invalidFileType");
    },
  );

  test("above 5 MB is refused", () => {
    expect(fileProblem({ type: "image/png", size: 5 * megabyte + 1 })).toBe("fileTooLarge");
  });
});

describe("avatar shrinking", () => {
  test("is needed above 2 MB", () => {
    expect(needsCanvas(2 * megabyte, centred)).toBe(false);
    expect(needsCanvas(2 * megabyte + 1, centred)).toBe(true);
  });

  test("is needed for a crop other than the centred one", () => {
    expect(needsCanvas(1, { ...centred, x: 0.4 })).toBe(true);
    expect(needsCanvas(1, { ...centred, zoom: 1.5 })).toBe(true);
  });

  test("never enlarges the picture and never exceeds 1024 pixels", () => {
    expect(outputSide(squareOf({ width: 300, height: 200 }, centred))).toBe(200);
    expect(outputSide(squareOf(wide, centred))).toBe(1024);
    expect(outputSide(squareOf({ width: 1, height: 1 }, { ...centred, zoom: 3 }))).toBe(1);
  });
});

describe("avatar crop square", () => {
  test("is centred at first", () => {
    expect(squareOf(wide, centred)).toEqual({ left: 500, top: 0, side: 3000 });
    expect(squareOf({ width: 3000, height: 4000 }, centred)).toEqual({
      left: 0,
      top: 500,
      side: 3000,
    });
  });

  test("stays within the picture for all slider values", () => {
    for (const zoom of [1, 2, 3]) {
      for (const x of [0, 1]) {
        const { left, top, side } = squareOf(wide, { zoom, x, y: x });
        expect(Math.min(left, top)).toBeGreaterThanOrEqual(0);
        expect(left + side).toBeLessThanOrEqual(wide.width);
        expect(top + side).toBeLessThanOrEqual(wide.height);
      }
    }
  });

  test("follows a drag and stops at the edge", () => {
    expect(dragCrop(centred, wide, { x: 0.1, y: 0.1 })).toEqual({ zoom: 1, x: 0.2, y: 0.5 });
    expect(dragCrop(centred, wide, { x: 9, y: 0 }).x).toBe(0);
    expect(dragCrop(centred, wide, { x: -9, y: 0 }).x).toBe(1);
  });
});
