// @vitest-environment jsdom
/** File upload: progress, refusals and cancellation. */
import { expect, test, vi } from "vitest";
import { Refusal } from "../../../client/wire/refusal.ts";
import { sendFile, type Upload } from "../../../client/wire/upload.ts";

/** Fake XMLHttpRequest with the properties that an upload uses. */
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

test("fields are sent before the file", () => {
  const { request } = start({ fields: { profile: "{}" } });

  const names = request.sent instanceof FormData ? [...request.sent.keys()] : [];
  expect(names).toEqual(["profile", "file"]);
});

test("upload sends one form field with the CSRF token and reports progress", async () => {
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

test("upload refusal has the host's code, or a default code for a proxy page", async () => {
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

test("upload rejects with app.networkError when the connection is lost", async () => {
  const { answer, request } = start();
  request.onerror?.();

  await expect(answer).rejects.toEqual(new Refusal("app.networkError", 0));
});

test("upload uses the given method and path", () => {
  const { request } = start({ method: "POST", path: "/api/uploads/post-images" });

  expect(request.opened).toBe("POST /api/uploads/post-images");
});

test("upload is aborted by its signal and not sent when aborted before", async () => {
  const stop = new AbortController();
  const { answer, request } = start({ signal: stop.signal });
  stop.abort();

  await expect(answer).rejects.toBe(stop.signal.reason);
  expect(request.isAborted).toBe(true);

  const late = start({ signal: stop.signal });
  await expect(late.answer).rejects.toBe(stop.signal.reason);
  expect(late.request.sent).toBeUndefined();
});

test("upload rejects when a 200 response is not JSON", async () => {
  const { answer, request } = start();
  request.status = 200;
  request.responseText = "<html>";
  request.onload?.();

  await expect(answer).rejects.toEqual(new Refusal("app.error", 200));
});

test("upload works in a browser without Promise.withResolvers", async () => {
  vi.spyOn(Promise, "withResolvers").mockImplementation(() => {
    throw new TypeError("Promise.withResolvers is not a function");
  });
  const { answer, request } = start();
  request.status = 200;
  request.responseText = "{}";
  request.onload?.();

  await expect(answer).resolves.toEqual({});
});
