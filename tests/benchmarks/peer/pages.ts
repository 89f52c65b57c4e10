/** Documents of the host, split into the parts that are rendered for each request and the text around them. */
import { readFileSync } from "node:fs";
import type { Render } from "./renderer.ts";

export type Payload = Parameters<Render>[0];

export interface Document {
  readonly html: string;
  /** Payload that the worker renders. */
  readonly payload: Payload;
  /** Payload that the browser receives: without the data that only the worker reads. */
  readonly sent: Payload;
}

export interface Shell {
  readonly beforeHead: string;
  readonly beforeBody: string;
  readonly beforePayload: string;
  readonly end: string;
}

const payloadOpen = '<script type="application/json" id="payload">';
const payloadClose = "</script>";

/** Reads a file of `{path: {html, payload}}`. */
export function readDocuments(file: string): Map<string, Document> {
  const found: Record<string, Pick<Document, "html" | "payload">> = JSON.parse(
    readFileSync(file, "utf8"),
  );
  return new Map(
    Object.entries(found).map(([path, { html, payload }]) => {
      const [start, end] = payloadAt(html);
      return [path, { html, payload, sent: JSON.parse(html.slice(start, end)) }];
    }),
  );
}

function payloadAt(html: string): [number, number] {
  const start = html.indexOf(payloadOpen) + payloadOpen.length;
  return [start, html.indexOf(payloadClose, start)];
}

/** Returns the text around head, body and payload; throws if the renderer renders another page. */
export function shellOf({ html, payload }: Document, render: Render): Shell {
  const { head, body } = render(payload);
  const headAt = html.indexOf(head);
  const bodyAt = html.indexOf(body, headAt + head.length);
  if (head === "" || headAt < 0 || body === "" || bodyAt < 0) {
    throw new Error(`${payload.url}: the page of the host differs; is the build up to date?`);
  }
  const [start, end] = payloadAt(html);
  return {
    beforeHead: html.slice(0, headAt),
    beforeBody: html.slice(headAt + head.length, bodyAt),
    beforePayload: html.slice(bodyAt + body.length, start),
    end: html.slice(end),
  };
}

/** Returns the payload as JSON that is safe inside a script element. */
export function jsonOf(payload: Payload): string {
  return JSON.stringify(payload).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
