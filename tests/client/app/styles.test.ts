// @vitest-environment jsdom
/** Style sheets: the first page has its own, which the sheet of all pages replaces once another page is loaded. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { createPageStyles } from "../../../client/app/styles.ts";

const sheets = () =>
  [...document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]")].map(({ href }) =>
    href.slice(href.lastIndexOf("/")),
  );

beforeEach(() => {
  document.head.innerHTML = '<link rel="stylesheet" href="/page-A.css" data-all="/all.css">';
});

afterEach(() => {
  document.head.innerHTML = "";
});

test("first page needs no further style sheet", async () => {
  const styles = createPageStyles("home");

  await styles.load("home");

  expect(styles.has("home")).toBe(true);
  expect(styles.has("cultivars")).toBe(false);
  expect(sheets()).toEqual(["/page-A.css"]);
});

test("another page waits for the style sheet of all pages, which replaces the first", async () => {
  const styles = createPageStyles("home");

  const loads = [styles.load("cultivars"), styles.load("post")];
  const whileLoading = sheets();
  document.querySelector('[href="/all.css"]')?.dispatchEvent(new Event("load"));
  await Promise.all(loads);

  expect(whileLoading).toEqual(["/page-A.css", "/all.css"]);
  expect(sheets()).toEqual(["/all.css"]);
  expect(styles.has("cultivars")).toBe(true);
});

test("failed style sheet is removed and requested again", async () => {
  const styles = createPageStyles("home");

  const failed = styles.load("cultivars");
  document.querySelector('[href="/all.css"]')?.dispatchEvent(new Event("error"));
  await expect(failed).rejects.toThrow("failed to load");
  const afterFailure = sheets();
  const second = styles.load("cultivars");
  document.querySelector('[href="/all.css"]')?.dispatchEvent(new Event("load"));
  await second;

  expect(afterFailure).toEqual(["/page-A.css"]);
  expect(sheets()).toEqual(["/all.css"]);
});

test("document with the style sheet of all pages needs no other", async () => {
  document.head.innerHTML = '<link rel="stylesheet" href="/all.css">';
  const styles = createPageStyles("notFound");

  await styles.load("cultivars");

  expect(styles.has("cultivars")).toBe(true);
  expect(sheets()).toEqual(["/all.css"]);
});
