// @vitest-environment jsdom
/** Charts as SVG, and tables as CSV. */
import { cleanup, render } from "@testing-library/react";
import { afterEach, describe, expect, test } from "vitest";
import { Bars, startOf } from "../../../client/ui/charts/Bars.tsx";
import { Columns } from "../../../client/ui/charts/Columns.tsx";
import { csvText } from "../../../client/cultivars/catalogue/overview/csv.ts";
import { Line, placePoints } from "../../../client/ui/charts/Line.tsx";

afterEach(cleanup);

const marks = [
  { label: "a", value: 40, text: "40" },
  { label: "b", value: 10, text: "10" },
  { label: "c", value: 0, text: "0" },
];

const shares = [
  [1999, 76.3],
  [2002, 77],
  [2014, 75],
  [2015, 74],
  [2018, 74],
].map(([year = 0, value = 0]) => ({ year, value, text: String(value) }));

/** Returns the widths or heights of all bars. */
function sizes(container: Element, attribute: "width" | "height"): readonly number[] {
  const bars = container.querySelectorAll("rect");
  return [...bars].map((bar) => Number.parseFloat(bar.getAttribute(attribute) ?? ""));
}

describe("bars", () => {
  test("are as long as their values from zero", () => {
    const { container } = render(<Bars label="all" marks={marks} />);
    const [first = 0, second, third] = sizes(container, "width");

    expect(second).toBeCloseTo(first / 4, 1);
    expect(third).toBe(0);
  });

  test("show every value and have a name", () => {
    const { container, getByRole } = render(<Bars label="all" marks={marks} />);

    expect(getByRole("img", { name: "all" })).toBeTruthy();
    expect(container.textContent).toBe("a40b10c0");
  });

  test("leave room for labels beside them, and are below long labels", () => {
    expect(startOf(["1999", "2002"])).toBeLessThan(startOf(["かぶせ茶", "玉露"]));
    expect(startOf(["かぶせ茶"])).toBe(startOf(["tamaryokucha"]));
    expect(startOf(["煎茶", "DNAマーカーの結果と一致"])).toBe(0);
  });
});

describe("columns", () => {
  test("are as tall as their values, and a zero has none", () => {
    const { container } = render(<Columns label="all" marks={marks} />);
    const [first = 0, second, ...others] = sizes(container, "height");

    expect(second).toBeCloseTo(first / 4, 5);
    expect(others).toEqual([]);
  });

  test("share a scale with other charts", () => {
    const { container } = render(<Columns label="all" marks={marks} height={100} most={80} />);

    expect(sizes(container, "height")[0]).toBe(50);
  });
});

test("columns leave out every second one of eight long labels on a phone", () => {
  const leftOut = (suffix: string) => {
    const decades = [1950, 1960, 1970, 1980, 1990, 2000, 2010, 2020];
    const labelled = decades.map((decade) => ({
      label: `${decade}${suffix}`,
      value: 1,
      text: "1",
    }));
    const { container } = render(<Columns label="all" marks={labelled} />);
    const alternate = container.querySelectorAll("[data-alternate=true]");
    return [...alternate].map((text) => text.textContent);
  };

  expect(leftOut("s")).toEqual(["1950s", "1970s", "1990s", "2010s"]);
  expect(leftOut("")).toEqual([]);
});

describe("line", () => {
  test("places points by year and by value above zero", () => {
    const [first, second, , , last] = placePoints(shares);
    const ground = 160;

    expect((second?.x ?? 0) - (first?.x ?? 0)).toBeCloseTo((3 / 19) * 88, 5);
    expect((ground - (last?.y ?? 0)) / (ground - (second?.y ?? 0))).toBeCloseTo(74 / 77, 5);
  });

  test("separates values and years that stand next to one another", () => {
    const placed = placePoints(shares);

    expect(placed.map(({ isBelow }) => isBelow)).toEqual([false, false, false, true, false]);
    expect(placed.map(({ yearRow }) => yearRow)).toEqual([0, 0, 0, 1, 0]);
  });

  test("leaves out a year that has room in none of three rows", () => {
    const years = [1999, 2013, 2014, 2015, 2016, 2018];
    const placed = placePoints(years.map((year) => ({ year, value: 74, text: "74" })));

    expect(placed.map(({ yearRow }) => yearRow)).toEqual([0, 0, 1, 2, undefined, 0]);
  });

  test("is one row higher only if years are in the second row", () => {
    const [two, one] = [shares, shares.slice(0, 3)].map((points) => {
      const { container } = render(<Line label="share" points={points} />);
      return Number(container.querySelector("svg")?.getAttribute("height"));
    });

    expect(two).toBe((one ?? 0) + 20);
  });

  test("shows every value", () => {
    const { container } = render(<Line label="share" points={shares} />);

    for (const { text } of shares) expect(container.textContent).toContain(text);
  });
});

describe("CSV", () => {
  test.each(["=1+1", "+1", "-1", "@a", "\ta", "＝1", "－1"])("%j is text, no formula", (cell) => {
    expect(csvText([[cell]])).toBe(`\ufeff'${cell}\r\n`);
  });

  test("quotes commas, quotes and line ends", () => {
    expect(csvText([["a,b", 'say "c"', "d\ne", -4.5]])).toBe(
      '\ufeff"a,b","say ""c""","d\ne",-4.5\r\n',
    );
  });
});
