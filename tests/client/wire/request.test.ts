/** What the host answers comes back as it is; what it refuses comes back as a refusal with its code. */
import { describe, expect, test, vi } from "vitest";
import { Refusal } from "../../../client/wire/refusal.ts";
import { getJson } from "../../../client/wire/request.ts";

function hostAnswers(body: string, status = 200) {
  const ask = vi.fn(async () => new Response(body, { status }));
  vi.stubGlobal("fetch", ask);
  return ask;
}

describe("a question that gets no answer", () => {
  const asked = async (answers: readonly number[]) => {
    const ask = vi.fn(async () => {
      const status = answers[Math.min(ask.mock.calls.length, answers.length) - 1] ?? 0;
      if (status === 0) throw new TypeError("gone");
      return new Response("{}", { status });
    });
    vi.stubGlobal("fetch", ask);
    const outcome = await getJson("/api/posts").catch(({ code }) => code);
    return [ask.mock.calls.length, outcome];
  };

  test.each([
    ["never", [0], [4, "app.networkError"]],
    ["of a gateway without its host", [502], [4, "app.unavailable"]],
    ["at first", [0, 504, 200], [3, {}]],
    ["of a host that says when to come back", [503], [1, "app.unavailable"]],
    ["of a host that is broken", [500], [1, "app.error"]],
    ["of a host that knows no such thing", [404], [1, "app.error"]],
  ])("%s is asked again three times where that may help", async (_, answers, told) => {
    expect(await asked(answers)).toEqual(told);
  });
});

describe("asking the host", () => {
  test("brings its answer", async () => {
    const ask = hostAnswers('{"name":"茶の木"}');

    expect(await getJson("/api/operator")).toEqual({ name: "茶の木" });
    expect(ask).toHaveBeenCalledExactlyOnceWith("/api/operator", {
      headers: { Accept: "application/json" },
    });
  });

  test("brings its no, with the code that has a text", async () => {
    hostAnswers('{"code":"post.notFound","status":404}', 404);

    const refusal = getJson("/api/posts/1");

    await expect(refusal).rejects.toBeInstanceOf(Refusal);
    await expect(refusal).rejects.toMatchObject({ code: "post.notFound", status: 404 });
  });

  test.each([
    ["a page of a proxy", "<h1>Bad gateway</h1>", 502, "app.unavailable"],
    ["nothing", "", 500, "app.error"],
    ["another shape", "[]", 503, "app.unavailable"],
    ["one word too many", "Slow down", 429, "app.tooManyRequests"],
  ])("that refuses with %s still has a code", async (_, body, status, code) => {
    hostAnswers(body, status);

    const seconds = 5;
    await expect(getJson("/api/operator")).rejects.toMatchObject({
      code,
      status,
      params: { seconds },
    });
  });

  test("that is busy says when to come again, in its header too", async () => {
    const headers = { "Retry-After": "40" };
    vi.stubGlobal("fetch", vi.fn().mockResolvedValue(new Response("", { status: 503, headers })));

    await expect(getJson("/api/operator")).rejects.toMatchObject({
      code: "app.unavailable",
      params: { seconds: 40 },
    });
  });

  test("without a network fails", async () => {
    vi.stubGlobal("fetch", vi.fn().mockRejectedValue(new TypeError("offline")));

    await expect(getJson("/api/operator")).rejects.toThrow();
  });
});
