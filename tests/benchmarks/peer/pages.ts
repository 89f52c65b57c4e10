/** The host's own documents, split into the part rendered for each request and what stands around it. */
import { readFileSync } from "node:fs";
import type { Draw } from "./renderer.ts";

export type Payload = Parameters<Draw>[0];

export interface Document {
  readonly html: string;
  /** What the worker renders. */
  readonly payload: Payload;
  /** What the browser receives: without the data that only the worker reads. */
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

/** The pieces around head, body and payload; a page that the renderer draws otherwise is an error. */
export function shellOf({ html, payload }: Document, draw: Draw): Shell {
  const { head, body } = draw(payload);
  const headAt = html.indexOf(head);
  const bodyAt = html.indexOf(body, headAt + head.length);
  if (head === "" || headAt < 0 || body === "" || bodyAt < 0) {
    throw new Error(`${payload.url}: the host draws it otherwise; is the build up to date?`);
  }
  const [start, end] = payloadAt(html);
  return {
    beforeHead: html.slice(0, headAt),
    beforeBody: html.slice(headAt + head.length, bodyAt),
    beforePayload: html.slice(bodyAt + body.length, start),
    end: html.slice(end),
  };
}

/** A payload as it may stand inside a script element. */
export function jsonOf(payload: Payload): string {
  return JSON.stringify(payload).replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
