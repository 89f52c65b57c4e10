/** Fragment cache: keys, page-specific values and eviction. */
import { isValidElement, useId } from "react";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type FragmentElement, useFragment } from "../../client/page/fragments.ts";
import { type Page, PageContext, usePage } from "../../client/page/PageContext.ts";
import { FragmentMemory } from "../../ssr/FragmentMemory.ts";
import { FragmentPage, FragmentStore } from "../../ssr/FragmentPage.ts";
import { splitHead } from "../../ssr/splitHead.ts";
import { hana } from "../client/accounts/sessions/member.ts";
import { testLoaders, newLibrary, pageOf, loadFrom } from "../client/renderPage.tsx";

const complaints = vi.fn();

beforeEach(() => {
  complaints.mockClear();
  vi.spyOn(console, "error").mockImplementation(complaints);
});

afterEach(() => vi.restoreAllMocks());

const viewer = { id: hana.id, display_name: "Hana", avatar_url: null, language: "ja" } as const;
const library = newLibrary();

/** Returns a function that renders a page with `count` elements that each show a fragment, with a cache of its own. */
function rendererWithCache(constants: readonly object[] = []) {
  const page = pageOf();
  const store = new FragmentStore(library, loadFrom(testLoaders));
  const fragments = new FragmentMemory(
    (part, language) =>
      splitHead(
        renderToString(
          <div id="root">
            <PageContext value={new FragmentPage(language, store)}>{part}</PageContext>
          </div>,
        ),
      ),
    constants,
  );
  const Holder = ({ part }: { readonly part: FragmentElement }) => <p {...useFragment(part)} />;
  const renderWith = (part: FragmentElement, own: Partial<Page> = {}, count = 1) =>
    fragments.renderAndCache(() =>
      renderToString(
        <PageContext value={{ ...page, ...own, fragments }}>
          {Array.from({ length: count }, (_, at) => (
            <Holder key={String(at)} part={part} />
          ))}
        </PageContext>,
      ),
    );
  return renderWith;
}

describe("cached fragment", () => {
  const renders = vi.fn();
  beforeEach(() => renders.mockClear());

  interface TeaProps {
    readonly of: unknown;
    readonly onPress?: (() => void) | undefined;
  }
  function Tea({ of, onPress }: TeaProps) {
    renders();
    return (
      <b>
        {JSON.stringify(of)} {onPress && "button"}
      </b>
    );
  }

  test("is rendered alone on the second use and cached from then on", () => {
    const renderWith = rendererWithCache();
    const times = [1, 2, 3, 4].map(() => {
      renderWith(<Tea of={{ leaf: "<sencha>" }} />);
      return renders.mock.calls.length;
    });

    expect(times).toEqual([1, 3, 3, 3]);
    expect(renderWith(<Tea of={{ leaf: "<sencha>" }} />)).toContain("&lt;sencha&gt;");
  });

  test("is rendered alone once, also if a page has it several times", () => {
    const renderWith = rendererWithCache();

    renderWith(<Tea of={{ leaf: "bancha" }} />, {}, 5);

    expect(renders).toHaveBeenCalledTimes(6);
  });

  test.each([
    ["what it says", <Tea key="a" of={{ leaf: "gyokuro" }} />],
    ["whether it can be pressed", <Tea key="b" of={{ leaf: "sencha" }} onPress={() => {}} />],
    ["nothing for something", <Tea key="c" of={undefined} />],
    ["null for something", <Tea key="d" of={null} />],
  ])("differs by its props: %s", (_, other) => {
    const renderWith = rendererWithCache();
    const first = () => renderWith(<Tea of={{ leaf: "sencha" }} onPress={undefined} />);
    for (let time = 0; time < 3; time += 1) first();
    const fresh = rendererWithCache()(other);

    const renders = [renderWith(other), renderWith(other), renderWith(other)];

    expect(renders).toEqual([fresh, fresh, fresh]);
    expect(fresh).not.toBe(first());
  });

  test("differs by component and by language", () => {
    function Word() {
      return <i>{usePage().language}</i>;
    }
    const renderWith = rendererWithCache();
    for (let time = 0; time < 3; time += 1) renderWith(<Word />);

    expect(renderWith(<Word />, { language: "ja" })).toBe("<p><i>ja</i></p>");
    expect(renderWith(<Tea of={1} />)).toContain("<b>1");
  });

  test("is not cached when its props cannot be a key", () => {
    const Box = ({ children }: { readonly children: unknown }) =>
      isValidElement(children) ? children : String(children);
    const renderWith = rendererWithCache();
    const First = () => "first";
    const Second = () => "second";
    for (let time = 0; time < 3; time += 1)
      renderWith(
        <Box>
          <First />
        </Box>,
      );
    for (let time = 0; time < 3; time += 1) renderWith(<Tea of={new Set(["sencha"])} />);

    expect(
      renderWith(
        <Box>
          <Second />
        </Box>,
      ),
    ).toBe("<p>second</p>");
    expect(complaints).toHaveBeenCalledTimes(2);
  });

  test("is identified by a registered constant without serializing it", () => {
    const constant = {
      toJSON() {
        throw new Error("it was looked into");
      },
    };
    function Still({ of }: { readonly of: object }) {
      renders();
      return typeof of;
    }
    const renderWith = rendererWithCache([{}, constant]);
    for (let time = 0; time < 4; time += 1) renderWith(<Still of={constant} />);

    expect(renders).toHaveBeenCalledTimes(3);
  });
});

describe("page-specific value is not cached in a fragment:", () => {
  function Reader() {
    return usePage().viewer?.id ?? "nobody";
  }

  test("the viewer, which is logged once", () => {
    const renderWith = rendererWithCache();
    for (let time = 0; time < 3; time += 1) renderWith(<Reader />);

    expect(renderWith(<Reader />, { viewer })).toBe(`<p>${hana.id}</p>`);
    expect(complaints).toHaveBeenCalledTimes(1);
    expect(String(complaints.mock.calls[0]?.[0])).toContain('a fragment reads "viewer"');
  });

  test.each(["page", "params", "search", "now", "site", "meta", "report"] as const)(
    "%s",
    (name) => {
      const alone = new FragmentPage("en", new FragmentStore(library, loadFrom(testLoaders)));

      expect(() => alone[name]).toThrow(`a fragment reads "${name}"`);
    },
  );

  test("preloaded data", () => {
    const store = new FragmentStore(library, loadFrom(testLoaders));
    const alone = new FragmentPage("en", store);

    expect(() => alone.store.peek("feed", { language: "en", params: {} })).toThrow(
      'a fragment reads "feed" of the page',
    );
    expect(alone.store.peek("sources", { language: "en", params: {} })).toBeUndefined();
  });

  test("head tags", () => {
    const Title = () => (
      <>
        <title>Tea</title> leaves
      </>
    );
    const renderWith = rendererWithCache();
    const pages = [1, 2, 3].map(() => renderWith(<Title />));

    expect(pages).toEqual(Array(3).fill("<title>Tea</title><p> leaves</p>"));
  });

  test("useId values", () => {
    const Named = () => <i id={useId()} />;
    const renderWith = rendererWithCache();
    const ids = [1, 2, 3].map(() => renderWith(<Named />, {}, 2).match(/(?<=id=")[^"]+/g));

    expect(ids[2]).toEqual(ids[0]);
    expect(new Set(ids[2]).size).toBe(2);
  });
});

test("fragments not used recently are evicted and used ones are kept", () => {
  const renders = vi.fn();
  function Page({ text }: { readonly text: string }) {
    renders(text[0]);
    return text;
  }
  const renderWith = rendererWithCache();
  const long = "x".repeat(60_000);
  const timesOf = (name: string) => renders.mock.calls.filter(([of]) => of === name).length;
  for (let time = 0; time < 3; time += 1) for (const name of "ab") renderWith(<Page text={name} />);

  for (let number = 0; number < 20; number += 1) {
    for (let time = 0; time < 2; time += 1) renderWith(<Page text={number + long} />);
    renderWith(<Page text="a" />);
  }
  renderWith(<Page text="b" />);

  expect(timesOf("a")).toBe(3);
  expect(timesOf("b")).toBe(4);
});

test("cached fragments count by length, also in a new generation", () => {
  const renders = vi.fn();
  function Page({ name, length }: { readonly name: string; readonly length: number }) {
    renders(name);
    return name.repeat(length);
  }
  const renderWith = rendererWithCache();
  const twice = (name: string, length: number) => {
    for (let time = 0; time < 2; time += 1) renderWith(<Page name={name} length={length} />);
  };

  twice("a", 1);
  for (const name of "bcd") twice(name, 300_000);
  renders.mockClear();
  renderWith(<Page name="a" length={1} />);

  expect(renders).toHaveBeenCalledTimes(1);
});
