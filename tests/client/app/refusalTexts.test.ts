// @vitest-environment jsdom
/** Messages of refused changes, which are loaded when a page gets a refusal that it has no message for. */
import { expect, test, vi } from "vitest";
import { openSession } from "../../../client/app/openSession.ts";
import { refusalText } from "../../../client/page/useNotify.ts";
import { sendJson } from "../../../client/wire/request.ts";
import { fakeHost, refuse } from "../accounts/sessions/fakeHost.ts";
import { hana, viewOf } from "../accounts/sessions/member.ts";
import { pageOf } from "../renderPage.tsx";
import { translate } from "../messages.ts";

const path = "/api/posts/12";

/** Opens a session whose change the host refuses; `send` makes the change and returns the error. */
function open(store: ReturnType<typeof pageOf>["store"], status: number, code: string) {
  const member = { body: viewOf(hana) };
  fakeHost({
    "GET /api/session": member,
    "POST /api/session/refresh": member,
    [`PUT ${path}`]: refuse(status, code),
  });
  const callbacks = { setViewer: vi.fn(), setUnread: vi.fn(), replace: vi.fn() };
  const session = openSession({ store, viewer: null, ...callbacks });
  const change = (given: Parameters<typeof sendJson>[1]) =>
    sendJson({ method: "PUT", path }, given);
  const send = () => session.change(change).catch((error) => error);
  return { send, close: () => session.close() };
}

test.each([
  [410, "postDetail.removed"],
  [409, "postRefusals.editedElsewhere"],
] as const)("refusal with %i %s has its text on every page", async (status, code) => {
  const { store } = pageOf();
  const { send, close } = open(store, status, code);

  const error = await send();

  close();
  expect(refusalText(store.translate("en"), error)).toBe(translate.en(code));
});

test("refusal of an ended session does not wait for its text, which the session loads", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  const { store } = pageOf();
  const load = vi.spyOn(store, "addMessages").mockReturnValue(new Promise(() => {}));
  const { send, close } = open(store, 401, "login.required");

  await expect(send()).resolves.toMatchObject({ code: "login.required" });

  close();
  vi.useRealTimers();
  expect(load).toHaveBeenCalledExactlyOnceWith("en", "login");
});
