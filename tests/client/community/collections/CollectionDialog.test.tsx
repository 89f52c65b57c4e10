// @vitest-environment jsdom
/** Dialog of collections: choice, creation, and refused names. */
import { cleanup, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { Session } from "../../../../client/accounts/sessions/Session.ts";
import { CollectionDialog } from "../../../../client/community/collections/CollectionDialog.tsx";
import { fakeHost, type Replies, refuse } from "../../accounts/sessions/fakeHost.ts";
import { hana, viewOf } from "../../accounts/sessions/member.ts";
import { renderForMember, shownMessages } from "../../accounts/sessions/memberPage.tsx";
import { translate } from "../../messages.ts";

const choices = "/api/posts/7/collections";
const entryOf = (id: string, name: string, has_post: boolean) => ({ id, name, has_post });
const spring = entryOf("spring", "新茶", true);
const gifts = entryOf("gifts", "贈り物", false);
const shop = entryOf("shop", "茶舗", true);
const listOf = (...collections: readonly object[]) => ({ body: { collections } });

afterEach(cleanup);

function open(replies: Replies) {
  const host = fakeHost({ "GET /api/session": { body: viewOf(hana) }, ...replies });
  const session = new Session(
    { onMember: vi.fn(), onLanguage: vi.fn(), onSignedOut: vi.fn() },
    hana.id,
  );
  const onClose = vi.fn();
  const dialog = <CollectionDialog post={7} onClose={onClose} />;
  const sent = (line: string) =>
    host.requests
      .filter(({ method, path }) => `${method} ${path}` === line)
      .map(({ body }) => body);
  return {
    ...host,
    ...renderForMember(dialog, { openSession: async () => session }),
    onClose,
    sent,
  };
}

const box = (name: string) => screen.findByRole<HTMLInputElement>("checkbox", { name });
const field = () =>
  screen.getByLabelText<HTMLInputElement>(translate.ja("collections.create.label"));
const save = () => screen.getByRole("button", { name: translate.ja("collections.choose.action") });

test("marked collections are sent, and the post is saved", async () => {
  const { user, sent, onClose } = open({
    [`GET ${choices}`]: listOf(spring, gifts),
    [`PUT ${choices}`]: listOf(spring, gifts),
  });

  expect((await box("新茶")).checked).toBe(true);
  await user.click(await box("贈り物"));
  await user.click(save());

  await waitFor(() => expect(onClose).toHaveBeenCalledWith(true));
  expect(sent(`PUT ${choices}`)).toEqual([{ collections: ["spring", "gifts"] }]);
  expect(shownMessages()).toEqual([translate.ja("collections.choose.saved")]);
});

test("a refused name stays in its field with the reason", async () => {
  const { user, onClose } = open({
    [`GET ${choices}`]: listOf(),
    "POST /api/account/collections": refuse(422, "collections.errors.taken"),
  });
  await screen.findByText(translate.ja("collections.none"));

  await user.type(field(), "新茶");
  await user.click(save());

  await waitFor(() => expect(screen.getByRole("alert", { hidden: true }).textContent).not.toBe(""));
  expect(field().value).toBe("新茶");
  expect(onClose).not.toHaveBeenCalled();
});

test("second attempt does not create the collection again", async () => {
  const puts = [refuse(503, "unavailable")];
  const { user, count, sent, onClose } = open({
    [`GET ${choices}`]: listOf(spring),
    "POST /api/account/collections": listOf(spring, shop),
    [`PUT ${choices}`]: () => puts.shift() ?? listOf(spring, shop),
  });
  await box("新茶");

  await user.type(field(), "茶舗");
  await user.click(save());
  expect((await box("茶舗")).checked).toBe(true);
  expect(field().value).toBe("");
  await waitFor(() => expect(save()).toHaveProperty("disabled", false));
  await user.click(save());

  await waitFor(() => expect(onClose).toHaveBeenCalledWith(true));
  expect(count("POST /api/account/collections")).toBe(1);
  expect(sent(`PUT ${choices}`).at(-1)).toEqual({ collections: ["spring", "shop"] });
});
