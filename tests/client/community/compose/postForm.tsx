/** Renders a page with a post form for a member with a fake host. */
import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { vi } from "vitest";
import type { Page } from "../../../../client/page/PageContext.ts";
import { InRouter } from "../../inRouter.tsx";
import { Session } from "../../../../client/accounts/sessions/Session.ts";
import { fakeHost, type Replies } from "../../accounts/sessions/fakeHost.ts";
import { hana, viewOf } from "../../accounts/sessions/member.ts";
import { namesIn, watchLoads } from "../../accounts/sessions/surroundings.tsx";
import { pageOf, type Surroundings } from "../../renderPage.tsx";
import { say } from "../../words.ts";
import { anUpload } from "./fakeUploads.ts";

export const t = say.ja;

/** The page around the form, for the browser and for the worker alike. */
export function writerPage(surroundings: Surroundings = {}): Page {
  const { params = {} } = surroundings;
  const page = pageOf({ page: "create", language: "ja", path: "/ja/create", ...surroundings });
  page.store.seed(page.language, [
    { query: "cultivarNames", params, data: namesIn(page.language) },
  ]);
  return { ...page, viewer: hana };
}

/** Uploads that are answered by hand; everything else goes through the host of the test. */
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
  answer(status: number, body: unknown) {
    this.status = status;
    this.responseText = JSON.stringify(body);
    this.onload?.();
  }
  store(id: string) {
    this.answer(201, anUpload(id));
  }
}

export function write(children: ReactNode, replies: Replies = {}, surroundings?: Surroundings) {
  FakeUpload.all = [];
  vi.stubGlobal("XMLHttpRequest", FakeUpload);
  const loads = watchLoads();
  const host = fakeHost({ "GET /api/session": { body: viewOf(hana) }, ...replies });
  const reports = { onMember: vi.fn(), onLanguage: vi.fn(), onSignedOut: vi.fn() };
  const session = new Session(reports, hana.id);
  const go = vi.fn();
  const page: Page = { ...writerPage(surroundings), openSession: async () => session };
  const drawn = render(
    <InRouter page={page} path={surroundings?.path} go={go}>
      {children}
      <div id="messages" />
    </InRouter>,
  );
  return { user: userEvent.setup(), loads, go, page, uploads: FakeUpload.all, ...host, ...drawn };
}

export const content = () =>
  screen.getByLabelText<HTMLTextAreaElement>(t("createPost.words.content"));
export const button = (name: string | RegExp) =>
  screen.getByRole<HTMLButtonElement>("button", { name });
export const submit = () =>
  screen.getByRole<HTMLButtonElement>("button", { name: t("createPost.bar.idle") });

/** Whatever way the author takes them from. */
export function choosePictures(...files: readonly File[]): void {
  const input = document.querySelector("input[type=file]");
  if (input) fireEvent.change(input, { target: { files } });
}
