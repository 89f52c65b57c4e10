/** Of quick wishes the last one holds, and two are never on their way at once. */
import { describe, expect, test } from "vitest";
import { LatestRequest } from "../../../../client/page/cache/latestRequest.ts";

/** A host that answers when the test says so. */
function slowHost() {
  const asked: boolean[] = [];
  const answers: PromiseWithResolvers<void>[] = [];
  const send = (wish: boolean) => {
    asked.push(wish);
    const answer = Promise.withResolvers<void>();
    answers.push(answer);
    return answer.promise;
  };
  const turn = () => new Promise((resolve) => setTimeout(resolve, 0));
  return { asked, answers, send, turn };
}

describe("wishes for one thing", () => {
  test("the first is sent at once", async () => {
    const { asked, answers, send } = slowHost();
    const done = new LatestRequest<boolean>().request(1, true, send);
    answers[0]?.resolve();

    await done;
    expect(asked).toEqual([true]);
  });

  test("one that comes meanwhile waits, and is then sent", async () => {
    const { asked, answers, send, turn } = slowHost();
    const wishes = new LatestRequest<boolean>();
    const done = wishes.request(1, true, send);
    expect(wishes.request(1, false, send)).toBeUndefined();
    expect(asked).toEqual([true]);

    answers[0]?.resolve();
    await turn();
    answers[1]?.resolve();

    await done;
    expect(asked).toEqual([true, false]);
  });

  test("back and forth ends where it began, and asks no more", async () => {
    const { asked, answers, send } = slowHost();
    const wishes = new LatestRequest<boolean>();
    const done = wishes.request(1, true, send);
    wishes.request(1, false, send);
    wishes.request(1, true, send);
    answers[0]?.resolve();

    await done;
    expect(asked).toEqual([true]);
  });

  test("a refusal of the last request is reported", async () => {
    const { answers, send } = slowHost();
    const done = new LatestRequest<boolean>().request(1, true, send);
    answers[0]?.reject(new Error("no"));

    await expect(done).rejects.toThrow("no");
  });

  test("a refusal of a wish that was overtaken is not", async () => {
    const { asked, answers, send, turn } = slowHost();
    const wishes = new LatestRequest<boolean>();
    const done = wishes.request(1, true, send);
    wishes.request(1, false, send);
    answers[0]?.reject(new Error("no"));
    await turn();
    answers[1]?.resolve();

    await done;
    expect(asked).toEqual([true, false]);
  });

  test("afterwards a new one is sent again", async () => {
    const { asked, answers, send } = slowHost();
    const wishes = new LatestRequest<boolean>();
    const first = wishes.request(1, true, send);
    answers[0]?.resolve();
    await first;
    const second = wishes.request(1, false, send);
    answers[1]?.resolve();

    await second;
    expect(asked).toEqual([true, false]);
  });
});

test("wishes for different things do not wait for each other", () => {
  const { asked, send } = slowHost();
  const wishes = new LatestRequest<boolean>();
  wishes.request(1, true, send);
  wishes.request(2, false, send);

  expect(asked).toEqual([true, false]);
});
