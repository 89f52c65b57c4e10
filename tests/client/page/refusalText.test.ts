/** Messages of refused requests. */
import { expect, test } from "vitest";
import { refusalText } from "../../../client/page/useNotify.ts";
import { Refusal } from "../../../client/wire/refusal.ts";
import { translate } from "../messages.ts";

const rateLimited = (seconds: number) => new Refusal("app.tooManyRequests", 429, { seconds });

test.each([
  ["en", 1, "Too many requests. Please wait 1 second."],
  ["en", 20, "Too many requests. Please wait 20 seconds."],
  ["en", 3000, "Too many requests. Please wait 50 minutes."],
  ["ja", 20, "操作の回数が上限に達しました。20秒ほど待ってからお試しください。"],
  ["ja", 3541, "操作の回数が上限に達しました。60分ほど待ってからお試しください。"],
] as const)(
  "refusal text in %s shows a wait of %i seconds in seconds or minutes",
  (language, seconds, text) => {
    expect(refusalText(translate[language], rateLimited(seconds))).toBe(text);
  },
);

test("refusal text is busy for 503 and general for an unknown code", () => {
  const t = translate.en;

  expect(refusalText(t, new Refusal("app.unavailable", 503, { seconds: 5 }))).toBe(
    "Busy just now. Please try again in 5 seconds.",
  );
  expect(refusalText(t, new Refusal("im-a-teapot", 418))).toBe(t("app.error"));
});

test.each([
  "post.likeFailed",
  "postDetail.saveFailed",
  "postDetail.pin.failed",
  "app.followFailed",
] as const)("%s leaves it to the reason that follows to ask for another try", (failed) => {
  expect(translate.ja(failed)).not.toContain("もう一度");
});
