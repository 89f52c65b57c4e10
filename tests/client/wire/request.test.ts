/** API requests: retries, bodies and refusals. */
import { describe, expect, test, vi } from "vitest";
import { Refusal } from "../../../client/wire/refusal.ts";
import { getJson } from "../../../client/wire/request.ts";

function stubResponse(body: string, status = 200) {
  const fetchMock = vi.fn(async () => new Response(body, { status }));
  vi.stubGlobal("fetch", fetchMock);
  return fetchMock;
}

describe("failed GET request", () => {
  const attemptsAndOutcome = async (answers: readonly number[]) => {
    const fetchMock = vi.fn(async () => {
      const status = answers[Math.min(fetchMock.mock.calls.length, answers.length) - 1] ?? 0;
      if (status === 0) throw new TypeError("gone");
      return new Response("{}", { status });
    });
    vi.stubGlobal("fetch", fetchMock);
    const outcome = await getJson("/api/posts").catch(({ code }) => code);
    return [fetchMock.mock.calls.length, outcome];
  };

  test.each([
    ["without any response", [0], [4, "app.networkError"]],
    ["with 502 from a gateway", [502], [4, "app.unavailable"]],
    ["that succeeds at the third attempt", [0, 504, 200], [3, {}]],
    ["with 503", [503], [1, "app.unavailable"]],
    ["with 500", [500], [4, "app.error"]],
    ["with 404", [404], [1, "app.error"]],
  ])("%s is retried up to three times when a retry can help", async (_, answers, expected) => {
    expect(await attemptsAndOutcome(answers)).toEqual(expected);
  });
});

describe("GET request", () => {
  test("resolves with the JSON body", async () => {
    const fetchMock = stubResponse('{"name":"茶の木"}');

    expect(await getJson("/api/operator")).toEqual({ name: "茶の木" });
    expect(fetchMock).toHaveBeenCalledExactlyOnceWith("/api/operator", {
      headers: { Accept: "application/json" },
    });
  });

  test("rejects with the code and status of the refusal", async () => {
    stubResponse('{"code":"post.notFound","status":404}', 404);

    const refusal = getJson("/api/posts/1");

    await expect(refusal).rejects.toBeInstanceOf(Refusal);
    await expect(refusal).rejects.toMatchObject({ code: "post.notFound", status: 404 });
  });

  test.each([
    ["a page of a proxy", "<h1>Bad gateway</h1>", 502, "app.unavailable"],
    ["an empty body", "", 500, "app.error"],
    ["another shape", "[]", 503, "app.unavailable"],
    ["plain text", "Slow down", 429, "app.tooManyRequests"],
  ])("refused with %s rejects with a default code", async (_, body, status, code) => {
    stubResponse(body, status);

    const seconds = 5;
    await expect(getJson("/api/operator")).rejects.toMatchObject({
      code,
      status,
      params: { seconds },
    });
  });

  test("refused with 503 takes the wait from Retry-After", async () => {
    const headers = { "Retry-After": "40" };
    vi.stubGlobal("fetch", vi.fn().mockResolvedValue(new Response("", { status: 503, headers })));

    await expect(getJson("/api/operator")).rejects.toMatchObject({
      code: "app.unavailable",
      params: { seconds: 40 },
    });
  });

  test("rejects without a network", async () => {
    vi.stubGlobal("fetch", vi.fn().mockRejectedValue(new TypeError("offline")));

    await expect(getJson("/api/operator")).rejects.toThrow();
  });
});
