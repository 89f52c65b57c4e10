// @vitest-environment jsdom
/** A file on its way tells how far it is, and a refusal is the host's own. */
import { expect, test, vi } from "vitest";
import { Refusal } from "../../../client/wire/refusal.ts";
import { sendFile, type Upload } from "../../../client/wire/upload.ts";

/** The parts of a request that an upload touches. */
class FakeRequest {
  static last: FakeRequest;
  readonly headers = new Map<string, string>();
  readonly upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  status = 0;
  responseText = "";
  retryAfter: string | null = null;
  onload?: () => void;
  onerror?: () => void;
  opened = "";
  sent: unknown;
  isAborted = false;
  constructor() {
    FakeRequest.last = this;
  }
  open(method: string, path: string) {
    this.opened = `${method} ${path}`;
  }
  getResponseHeader() {
    return this.retryAfter;
  }
  setRequestHeader(name: string, value: string) {
    this.headers.set(name, value);
  }
  send(body: unknown) {
    this.sent = body;
  }
  abort() {
    this.isAborted = true;
  }
}

function start(part: Partial<Upload> = {}) {
  vi.stubGlobal("XMLHttpRequest", FakeRequest);
  const onProgress = vi.fn();
  const answer = sendFile({
    path: "/api/profiles/me/avatar",
    file: new Blob(["x"]),
    name: "a.png",
    credentials: { csrf: "token", memberId: "hana" },
    onProgress,
    ...part,
  });
  return { answer, onProgress, request: FakeRequest.last };
}

test("sends one field with the token, and tells the bytes", async () => {
  const { answer, onProgress, request } = start();
  request.upload.onprogress?.({ loaded: 1, total: 4 });
  request.status = 200;
  request.responseText = '{"avatar_url":"/a"}';
  request.onload?.();

  await expect(answer).resolves.toEqual({ avatar_url: "/a" });
  expect(onProgress).toHaveBeenCalledWith(0.25);
  expect(request.opened).toBe("PUT /api/profiles/me/avatar");
  expect(request.headers.get("X-CSRF-Token")).toBe("token");
  expect(request.headers.get("X-Member-Id")).toBe("hana");
  expect(request.sent instanceof FormData && request.sent.has("file")).toBe(true);
});

test("a refusal carries its code, a proxy's page none", async () => {
  const refused = start();
  refused.request.status = 413;
  refused.request.responseText = '{"code":"profileEdit.errors.avatarTooLarge","params":{"most":2}}';
  refused.request.onload?.();
  await expect(refused.answer).rejects.toMatchObject({
    code: "profileEdit.errors.avatarTooLarge",
    params: { most: 2 },
  });

  const proxied = start();
  proxied.request.status = 502;
  proxied.request.retryAfter = "9";
  proxied.request.responseText = "<html>";
  proxied.request.onload?.();
  await expect(proxied.answer).rejects.toEqual(new Refusal("app.unavailable", 502, { seconds: 9 }));
});

test("a lost connection is reported as such", async () => {
  const { answer, request } = start();
  request.onerror?.();

  await expect(answer).rejects.toEqual(new Refusal("app.networkError", 0));
});

test("a new file is posted", () => {
  const { request } = start({ method: "POST", path: "/api/uploads/post-images" });

  expect(request.opened).toBe("POST /api/uploads/post-images");
});

test("a file on its way can be taken back, and one that is not yet need not go", async () => {
  const stop = new AbortController();
  const { answer, request } = start({ signal: stop.signal });
  stop.abort();

  await expect(answer).rejects.toBe(stop.signal.reason);
  expect(request.isAborted).toBe(true);

  const late = start({ signal: stop.signal });
  await expect(late.answer).rejects.toBe(stop.signal.reason);
  expect(late.request.sent).toBeUndefined();
});

test("a good status with no answer of ours is a failure", async () => {
  const { answer, request } = start();
  request.status = 200;
  request.responseText = "<html>";
  request.onload?.();

  await expect(answer).rejects.toEqual(new Refusal("app.error", 200));
});

test("a browser without Promise.withResolvers sends files as well", async () => {
  vi.spyOn(Promise, "withResolvers").mockImplementation(() => {
    throw new TypeError("Promise.withResolvers is not a function");
  });
  const { answer, request } = start();
  request.status = 200;
  request.responseText = "{}";
  request.onload?.();

  await expect(answer).resolves.toEqual({});
});
