// @vitest-environment jsdom
/** Client entry: hydration, rendering and fallback. */
import { act, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { createRenderer } from "../../ssr/render.tsx";
import { payloadOf } from "../ssr/payloads.ts";
import { stubBrowser } from "./browser.ts";
import { translate } from "./messages.ts";

const RETRIES_TIMEOUT_MS = 10_000;

const render = await createRenderer();
const contact = payloadOf("contact", "en");

interface HostDocument {
  readonly head?: string;
  readonly body?: string;
  readonly payload?: unknown;
}

/** Builds a document as the host sends it, and runs the client entry in it. */
async function open({ head = "", body = "", payload = contact }: HostDocument): Promise<void> {
  const text = JSON.stringify(payload).replaceAll("<", "\\u003c");
  document.head.innerHTML = head;
  document.body.innerHTML = `<div id="root">${body}</div><script type="application/json" id="payload">${text}</script>`;
  vi.resetModules();
  await act(async () => {
    await import("../../client/hydrate.tsx");
    await vi.dynamicImportSettled();
    await new Promise((resolve) => setTimeout(resolve, 50));
  });
}

const heading = () => document.querySelector("h1")?.textContent;

beforeEach(() => {
  stubBrowser();
  vi.stubGlobal("fetch", vi.fn().mockRejectedValue(new TypeError("offline")));
  vi.spyOn(navigator, "languages", "get").mockReturnValue(["en"]);
  history.replaceState(null, "", "/contact");
});

describe("server-rendered page", () => {
  test("is hydrated without a request", async () => {
    const { head, body } = render(contact);

    await open({ head, body });
    const before = document.querySelector("h1");
    await act(async () => {
      document.querySelector<HTMLElement>(".theme-switch")?.click();
    });

    expect(document.querySelector("h1")).toBe(before);
    expect(document.querySelector(".theme-switch")?.getAttribute("data-shown")).toBe("dark");
    expect(document.head.querySelectorAll("title")).toHaveLength(1);
    expect(fetch).not.toHaveBeenCalled();
  });

  test("keeps its content when its data does not load", async () => {
    const { head, body } = render(contact);

    await open({ head, body, payload: { ...contact, preloaded: [] } });

    expect(heading()).toBe(translate.en("contact.title"));
    expect(document.querySelector(".fallback-screen")).toBeNull();
  });
});

describe("server fallback screen", () => {
  const meta = { title: "Failed", description: "Later", robots: "noindex,follow", query: null };
  const { head, body } = render({ ...contact, status: 500, meta });

  test("is replaced by the page when the browser can render it", async () => {
    await open({ head, body, payload: { ...contact, status: 500, meta } });

    expect(heading()).toBe(translate.en("contact.title"));
    expect(document.querySelector(".fallback-screen")).toBeNull();
    expect(document.head.querySelectorAll("title")).toHaveLength(1);
    expect(document.title).toBe(`${translate.en("contact.meta.title")} | Chanoki`);
  });

  test("stays when the page throws in the browser too", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    const params = { id: "saemidori" };
    const preloaded = [{ query: "cultivar", params, data: { id: "saemidori" } }];
    const payload = { ...payloadOf("cultivar", "en"), preloaded, status: 500 };

    await open({ head, body, payload });

    expect(heading()).toBe("An error occurred");
    expect(document.querySelectorAll(".fallback-screen")).toHaveLength(1);
    expect(document.querySelector("meta[name=robots]")?.getAttribute("content")).toContain(
      "noindex",
    );
  });
});

describe("page without server rendering", () => {
  test("is rendered and replaces the head tags", async () => {
    const head = render(contact).head.replace(/<title>.*?<\/title>/, "<title>Fallback</title>");

    await open({ head });

    expect(heading()).toBe(translate.en("contact.title"));
    const titles = [...document.head.querySelectorAll("title")];
    expect(titles.map(({ textContent }) => textContent)).toEqual([
      `${translate.en("contact.meta.title")} | Chanoki`,
    ]);
    expect(document.head.querySelectorAll("link[rel=canonical]")).toHaveLength(1);
    expect(document.head.querySelectorAll("meta[name=description]")).toHaveLength(1);
  });

  test("shows an error in the layout when its data does not load", async () => {
    await open({ payload: { ...contact, preloaded: [] } });

    // The error is shown only after some retries.
    const showsError = () => expect(heading()).toBe("Could not load");
    await waitFor(showsError, { timeout: RETRIES_TIMEOUT_MS });
    expect(document.querySelector("header")).not.toBeNull();
  });
});
