/** JSON-LD that the worker prints for pages of each kind. */
import { describe, expect, test } from "vitest";
import type { PagePayload } from "../../client/page/payload.ts";
import { createRenderer } from "../../ssr/render.tsx";
import { ids } from "../client/catalogue.ts";
import { payloadOf } from "./payloads.ts";

const render = await createRenderer();

function graphOf(payload: PagePayload): readonly Readonly<Record<string, unknown>>[] {
  const { head } = render(payload);
  const text = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(head)?.[1];
  return text === undefined ? [] : JSON.parse(text)["@graph"];
}

/** Returns the node of a type in a page's graph. */
function nodeOf(payload: PagePayload, type: string) {
  return graphOf(payload).find((node) => node["@type"] === type);
}

describe("data set JSON-LD", () => {
  test("has the number of records that its files hold", () => {
    const dataset = nodeOf(payloadOf("databaseInfo", "en"), "Dataset");

    expect(dataset).toMatchObject({ size: `${ids.length} records` });
  });
});
