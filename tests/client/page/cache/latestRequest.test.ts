/** Only the latest of quick requests is sent; two never run at once. */
import { describe, expect, test } from "vitest";
import { LatestRequest } from "../../../../client/page/cache/latestRequest.ts";

/** A host that answers when the test says so. */
function slowHost() {
  const requests: boolean[] = [];
  const answers: PromiseWithResolvers<void>[] = [];
  const send = (wish: boolean) => {
    requests.push(wish);
    const answer = Promise.withResolvers<void>();
    answers.push(answer);
    return answer.promise;
  };
  const turn = () => new Promise((resolve) => setTimeout(resolve, 0));
  return { requests, answers, send, turn };
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
    const { requests, answers, send, turn } = slowHost();
    const wishes = new LatestRequest<boolean>();
    const done = wishes.request(1, true, send);
    expect(wishes.request(1, false, send)).toBeUndefined();
    expect(requests).toEqual([true]);

    answers[0]?.resolve();
    await turn();
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
    const { requests, answers, send, turn } = slowHost();
    const wishes = new LatestRequest<boolean>();
    const done = wishes.request(1, true, send);
    wishes.request(1, false, send);
    answers[0]?.reject(new Error("no"));
    await turn();
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
