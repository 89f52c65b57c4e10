/** What a member does in one tab is seen in the others. */
import { expect, test, vi } from "vitest";
import { subscribeToTabs, publishToTabs } from "../../../client/community/live/tabs.ts";

test("another tab hears which post changed, until it stops listening", async () => {
  const onChange = vi.fn();
  const stop = subscribeToTabs(onChange);

  publishToTabs(12);
  await vi.waitFor(() => expect(onChange).toHaveBeenCalledWith(12));
  stop();
  publishToTabs(13);
  await new Promise((resolve) => setTimeout(resolve, 20));

  expect(onChange).toHaveBeenCalledTimes(1);
});

test("what is no number of a post is not heard", async () => {
  const onChange = vi.fn();
  const stop = subscribeToTabs(onChange);
  const channel = new BroadcastChannel("posts");

  for (const said of ["12", { id: 12 }, null, 0.5]) channel.postMessage(said);
  publishToTabs(14);
  await vi.waitFor(() => expect(onChange).toHaveBeenCalledWith(14));

  expect(onChange).toHaveBeenCalledTimes(1);
  channel.close();
  stop();
});
