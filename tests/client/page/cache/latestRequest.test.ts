/** Requests that follow quickly on each other: never two at once, and only the latest waits. */
import { describe, expect, test } from "vitest";
import { LatestRequest } from "../../../../client/page/cache/latestRequest.ts";

/** Returns a `send` whose responses the test completes by `answers`. */
function slowHost() {
  const requests: boolean[] = [];
  const answers: PromiseWithResolvers<void>[] = [];
  const send = (isLiked: boolean) => {
    requests.push(isLiked);
    const answer = Promise.withResolvers<void>();
    answers.push(answer);
    return answer.promise;
  };
  const nextTask = () => new Promise((resolve) => setTimeout(resolve, 0));
  return { requests, answers, send, nextTask };
}

describe("latest request of one key", () => {
  test("is sent at once when nothing is pending", async () => {
    const { requests, answers, send } = slowHost();
    const done = new LatestRequest<boolean>().request(1, true, send);
    answers[0]?.resolve();

    await done;
    expect(requests).toEqual([true]);
  });

  test("is sent after the pending one completes", async () => {
    const { requests, answers, send, nextTask } = slowHost();
    const wishes = new LatestRequest<boolean>();
    const done = wishes.request(1, true, send);
    expect(wishes.request(1, false, send)).toBeUndefined();
    expect(requests).toEqual([true]);

    answers[0]?.resolve();
    await nextTask();
    answers[1]?.resolve();

    await done;
    expect(requests).toEqual([true, false]);
  });

  test("equal to the pending one is not sent again", async () => {
    const { requests, answers, send } = slowHost();
    const wishes = new LatestRequest<boolean>();
    const done = wishes.request(1, true, send);
    wishes.request(1, false, send);
    wishes.request(1, true, send);
    answers[0]?.resolve();

    await done;
    expect(requests).toEqual([true]);
  });

  test("rejection is reported when it is the last", async () => {
    const { answers, send } = slowHost();
    const done = new LatestRequest<boolean>().request(1, true, send);
    answers[0]?.reject(new Error("no"));

    await expect(done).rejects.toThrow("no");
  });

  test("rejection is ignored when a newer request waits", async () => {
    const { requests, answers, send, nextTask } = slowHost();
    const wishes = new LatestRequest<boolean>();
    const done = wishes.request(1, true, send);
    wishes.request(1, false, send);
    answers[0]?.reject(new Error("no"));
    await nextTask();
    answers[1]?.resolve();

    await done;
    expect(requests).toEqual([true, false]);
  });

  test("is sent again after the previous one completed", async () => {
    const { requests, answers, send } = slowHost();
    const wishes = new LatestRequest<boolean>();
    const first = wishes.request(1, true, send);
    answers[0]?.resolve();
    await first;
    const second = wishes.request(1, false, send);
    answers[1]?.resolve();

    await second;
    expect(requests).toEqual([true, false]);
  });
});

test("requests of different keys do not wait for each other", () => {
  const { requests, send } = slowHost();
  const wishes = new LatestRequest<boolean>();
  wishes.request(1, true, send);
  wishes.request(2, false, send);

  expect(requests).toEqual([true, false]);
});
