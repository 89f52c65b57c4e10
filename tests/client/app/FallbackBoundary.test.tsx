// @vitest-environment jsdom
/** Fallback screen for a page that throws. */
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Language } from "../../../client/contracts/language.ts";
import { FallbackBoundary } from "../../../client/app/FallbackScreen.tsx";

const fault = { isActive: true };

function FailingPage() {
  if (fault.isActive) throw new Error("the page failed");
  return <p>page</p>;
}

function PageFailingOnClick() {
  const [isBroken, setBroken] = useState(false);
  if (isBroken) throw new Error("the page failed");
  return (
    <button type="button" onClick={() => setBroken(true)}>
      break
    </button>
  );
}

beforeEach(() => {
  fault.isActive = true;
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});

afterEach(cleanup);

function renderFailingPage(language: Language = "ja") {
  return render(
    <FallbackBoundary language={language}>
      <FailingPage />
    </FallbackBoundary>,
  );
}

describe("fallback screen", () => {
  test("shows the specified Japanese text", () => {
    renderFailingPage();

    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("エラーが発生しました");
    expect(screen.getByRole("alert").querySelector("p")?.textContent).toBe(
      "アプリケーションで予期しないエラーが発生しました。 ページを更新してから再度お試しください。",
    );
    expect(screen.getByRole("button").textContent).toBe("ページを更新");
  });

  test("is in English on an English page", () => {
    renderFailingPage("en");

    expect(screen.getByRole("main").lang).toBe("en");
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("An error occurred");
    expect(screen.getByRole("button").textContent).toBe("Reload the page");
    expect(screen.getByRole("alert").textContent).not.toMatch(/[ぁ-ん]/);
  });

  test("has lang ja and hides its icon from screen readers", () => {
    const { container } = renderFailingPage();

    expect(screen.getByRole("main").lang).toBe("ja");
    expect(container.querySelector("[role=alert] svg")?.getAttribute("aria-hidden")).toBe("true");
  });

  test("replaces a page that throws after it was rendered", async () => {
    const user = userEvent.setup();
    render(
      <FallbackBoundary language="ja">
        <PageFailingOnClick />
      </FallbackBoundary>,
    );

    await user.click(screen.getByRole("button", { name: "break" }));

    expect(screen.getByRole("heading").textContent).toBe("エラーが発生しました");
  });

  test("button clears the error and reloads the page", async () => {
    const reload = vi.fn();
    vi.stubGlobal("location", { reload });
    renderFailingPage();
    fault.isActive = false;

    await userEvent.click(screen.getByRole("button", { name: "ページを更新" }));

    expect(reload).toHaveBeenCalledOnce();
    expect(screen.getByText("page")).toBeDefined();
    expect(screen.queryByRole("alert")).toBeNull();
  });

  test("returns when the page throws again after a reload", async () => {
    vi.stubGlobal("location", { reload: vi.fn() });
    renderFailingPage();

    await userEvent.click(screen.getByRole("button", { name: "ページを更新" }));

    expect(screen.getByRole("alert")).toBeDefined();
  });

  test("is not rendered without an error", () => {
    fault.isActive = false;
    renderFailingPage();

    expect(screen.queryByRole("alert")).toBeNull();
    expect(screen.getByText("page")).toBeDefined();
  });
});
