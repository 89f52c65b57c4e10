/** Position and scale of a picture in its box. */
import { describe, expect, test } from "vitest";
import { partInView } from "../../../client/explore/lineage/CornerMap.ts";
import {
  centred,
  type Frame,
  clamped,
  moved,
  opened,
  revealed,
  whole,
  zoomed,
} from "../../../client/explore/lineage/viewport.ts";

const tall: Frame = {
  picture: { width: 500, height: 2400 },
  box: { width: 600, height: 640 },
};
const small: Frame = { ...tall, picture: { width: 200, height: 100 } };
const phone: Frame = { picture: { width: 600, height: 2400 }, box: { width: 328, height: 500 } };

describe("the first view", () => {
  test("has the beginning of a tall picture at its own size", () => {
    expect(opened(tall)).toEqual({ x: 50, y: 16, scale: 1 });
  });

  test("keeps names readable where the picture is wider than the box", () => {
    expect(opened(phone)).toEqual({ x: 16, y: 16, scale: 0.8 });
  });

  test("has a small picture in the middle", () => {
    expect(opened(small)).toEqual({ x: 200, y: 270, scale: 1 });
  });
});

test("the whole picture fits into the box", () => {
  const { x, y, scale } = whole(tall);

  expect(y).toBeCloseTo(16);
  expect(scale * 2400).toBeCloseTo(640 - 32);
  expect(x + (scale * 500) / 2).toBeCloseTo(300);
});

test("no gap opens when the picture is moved beyond its ends", () => {
  expect(moved(opened(tall), 0, 500, tall).y).toBe(16);
  expect(moved(opened(tall), 0, -9999, tall).y).toBe(640 - 2400 - 16);
});

test("zooming keeps the point below the pointer", () => {
  const before = clamped({ x: -100, y: -800, scale: 1.5 }, tall);
  const at = { x: 250, y: 300 };

  const after = zoomed(before, 1.25, at, tall);

  expect((at.x - after.x) / after.scale).toBeCloseTo((at.x - before.x) / before.scale);
  expect((at.y - after.y) / after.scale).toBeCloseTo((at.y - before.y) / before.scale);
});

test("zooming ends at three times the size and at the whole picture", () => {
  const middle = { x: 300, y: 320 };

  expect(zoomed(opened(tall), 100, middle, tall).scale).toBe(3);
  expect(zoomed(opened(tall), 0.001, middle, tall)).toEqual(whole(tall));
});

describe("a name", () => {
  const name = { x: 40, y: 1400, width: 120, height: 36 };

  test("comes to the middle, at a readable size", () => {
    const view = centred(whole(tall), name, tall);

    expect(view.scale).toBe(0.8);
    expect(view.y + (name.y + name.height / 2) * view.scale).toBeCloseTo(320);
  });

  test("that is visible does not move the picture", () => {
    const view = opened(tall);

    expect(revealed(view, { ...name, y: 100 }, tall)).toBe(view);
    expect(revealed(view, name, tall)).not.toEqual(view);
  });
});

describe("the part in view", () => {
  test("is what the box shows of the picture, at scale 1", () => {
    const view = moved(opened(tall), 0, -400, tall);

    expect(partInView(view, tall)).toEqual({ x: 0, y: 384, width: 500, height: 640 });
  });

  test("is the whole picture where that fits", () => {
    expect(partInView(whole(small), small)).toEqual({ x: 0, y: 0, width: 200, height: 100 });
  });

  test("is empty, not negative, where the picture is outside the box", () => {
    const outside = partInView({ x: 5000, y: 5000, scale: 1 }, tall);
    const past = partInView({ x: -5000, y: -5000, scale: 1 }, tall);

    for (const { width, height } of [outside, past]) expect([width, height]).toEqual([0, 0]);
  });
});
