// @vitest-environment jsdom
/** Share button: share sheet, clipboard and fallback. */
import { screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ShareButton } from "../../../client/page/ShareButton.tsx";
import { renderInPage } from "../renderPage.tsx";
import { translate } from "../messages.ts";

const url = "https://chanoki.example/ja/cultivars/saemidori";
const writeText = vi.fn<(text: string) => Promise<void>>();
const messages = () => document.getElementById("messages")?.textContent ?? "";

beforeEach(() => {
  document.body.innerHTML = '<div id="messages"></div>';
  writeText.mockReset().mockResolvedValue();
});
afterEach(() => {
  Reflect.deleteProperty(navigator, "share");
});

async function press() {
  const { user } = renderInPage(<ShareButton title="さえみどり" url={url} />, { language: "ja" });
  vi.spyOn(navigator.clipboard, "writeText").mockImplementation(writeText);
  await user.click(screen.getByRole("button", { name: translate.ja("app.share.label") }));
}

function stubShareSheet(share: () => Promise<void>) {
  const sheet = vi.fn(share);
  Object.defineProperty(navigator, "share", { value: sheet, configurable: true });
  return sheet;
}

test("share button copies the address and confirms without navigator.share", async () => {
  await press();

  expect(writeText).toHaveBeenCalledWith(url);
  await vi.waitFor(() => expect(messages()).toContain(translate.ja("app.share.copied")));
});

test("share button passes title and address to navigator.share", async () => {
  const sheet = stubShareSheet(async () => undefined);
  await press();

  expect(sheet).toHaveBeenCalledWith({ title: "さえみどり", url });
  expect(writeText).not.toHaveBeenCalled();
});

test("share button does nothing when the share sheet is cancelled", async () => {
  stubShareSheet(() => Promise.reject(new DOMException("closed", "AbortError")));
  await press();

  expect(writeText).not.toHaveBeenCalled();
  expect(messages()).toBe("");
});

test("share button copies the address when navigator.share fails", async () => {
  stubShareSheet(() => Promise.reject(new DOMException("no", "NotAllowedError")));
  await press();

  await vi.waitFor(() => expect(writeText).toHaveBeenCalledWith(url));
});

test("share button shows the address where a page without TLS has no clipboard", async () => {
  const { user } = renderInPage(<ShareButton title="さえみどり" url={url} />, { language: "ja" });
  vi.spyOn(navigator, "clipboard", "get").mockReturnValue(undefined as unknown as Clipboard);

  await user.click(screen.getByRole("button", { name: translate.ja("app.share.label") }));

  await vi.waitFor(() => expect(messages()).toContain(url));
});

test("share button shows the address when the clipboard is not allowed", async () => {
  writeText.mockRejectedValue(new DOMException("no", "NotAllowedError"));
  await press();

  await vi.waitFor(() => expect(messages()).toContain(url));
});
