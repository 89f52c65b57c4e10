/** Renders the form of a new or existing post for the member Hana, with a fake host and fake uploads. */
import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { vi } from "vitest";
import type { Page } from "../../../../client/page/PageContext.ts";
import { InRouter } from "../../inRouter.tsx";
import { Session } from "../../../../client/accounts/sessions/Session.ts";
import { fakeHost, type Replies } from "../../accounts/sessions/fakeHost.ts";
import { hana, viewOf } from "../../accounts/sessions/member.ts";
import { namesIn, recordPageLoads } from "../../accounts/sessions/memberPage.tsx";
import { pageOf, type PageOptions } from "../../renderPage.tsx";
import { translate } from "../../messages.ts";
import { anUpload } from "./fakeUploads.ts";

export const t = translate.ja;

/** Returns the page around the form, for rendering in browser or worker. */
export function postFormPage(options: PageOptions = {}): Page {
  const { params = {} } = options;
  const page = pageOf({ page: "create", language: "ja", path: "/ja/create", ...options });
  page.store.seed(page.language, [
    { query: "cultivarNames", params, data: namesIn(page.language) },
  ]);
  return { ...page, viewer: hana };
}

/** Fake XMLHttpRequest of an upload, which the test completes; other requests go to the fake host. */
export class FakeUpload {
  static all: FakeUpload[] = [];
  readonly upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  readonly headers: Record<string, string> = {};
  status = 0;
  responseText = "";
  opened = "";
  isAborted = false;
  onload?: () => void;
  onerror?: () => void;
  open(method: string, path: string) {
    this.opened = `${method} ${path}`;
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value;
  }
  getResponseHeader(): string | null {
    return null;
  }
  send() {
    FakeUpload.all.push(this);
  }
  abort() {
    this.isAborted = true;
  }
  respond(status: number, body: unknown) {
    this.status = status;
    this.responseText = JSON.stringify(body);
    this.onload?.();
  }
  store(id: string) {
    this.respond(201, anUpload(id));
  }
}

export function renderForm(children: ReactNode, replies: Replies = {}, options?: PageOptions) {
  FakeUpload.all = [];
  vi.stubGlobal("XMLHttpRequest", FakeUpload);
  const loads = recordPageLoads();
  const host = fakeHost({ "GET /api/session": { body: viewOf(hana) }, ...replies });
  const callbacks = { onMember: vi.fn(), onLanguage: vi.fn(), onSignedOut: vi.fn() };
  const session = new Session(callbacks, hana.id);
  const go = vi.fn();
  const page: Page = { ...postFormPage(options), openSession: async () => session };
  const rendered = render(
    <InRouter page={page} path={options?.path} go={go}>
      {children}
      <div id="messages" />
    </InRouter>,
  );
  return {
    user: userEvent.setup(),
    loads,
    go,
    page,
    uploads: FakeUpload.all,
    ...host,
    ...rendered,
  };
}

export const content = () =>
  screen.getByLabelText<HTMLTextAreaElement>(t("createPost.words.content"));
export const button = (name: string | RegExp) =>
  screen.getByRole<HTMLButtonElement>("button", { name });
export const submit = () =>
  screen.getByRole<HTMLButtonElement>("button", { name: t("createPost.bar.idle") });

/** Chooses files in the file input, as from a disk or a camera. */
export function choosePictures(...files: readonly File[]): void {
  const input = document.querySelector("input[type=file]");
  if (input) fireEvent.change(input, { target: { files } });
}
