// @vitest-environment jsdom
/** Heading of the feed: that of the community, or of a filtered list. */
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { stateOf } from "../../../../client/community/feed/feed.ts";
import { FeedTitle } from "../../../../client/community/feed/FeedTitle.tsx";
import { InRouter } from "../../inRouter.tsx";
import { pageOf } from "../../renderPage.tsx";
import { translate } from "../../messages.ts";

const names = { saemidori: { nameJa: "さえみどり", name: "Saemidori" } };
const parents = [
  { id: "yabukita", name: "Yabukita", role: "seed" as const, isClone: false },
  { id: null, name: "Local 1", role: "pollen" as const, isClone: false },
];
const cultivar = { id: "saemidori", nameJa: "さえみどり", nameEn: "Saemidori", parents };

function show(query: string, rating?: { mean: number; count: number }) {
  const search = `?${query}`;
  const page = pageOf({
    page: "community",
    path: `/community${search}`,
    preloaded: [{ query: "cultivarNames", params: {}, data: names }],
  });
  page.store.seed("en", [{ query: "reviewedCultivar", params: {}, data: cultivar }], search);
  const state = stateOf(new URLSearchParams(query), (id) => id in names);
  return render(
    <InRouter page={{ ...page, search }}>
      <FeedTitle state={state} rating={rating} />
    </InRouter>,
  );
}

const heading = () => screen.getByRole("heading", { level: 1 }).textContent;
const link = (name: string | RegExp) => screen.getByRole("link", { name }).getAttribute("href");

afterEach(cleanup);

test("names the cultivar, its rating and parents, and links back to it", () => {
  show("category=review&tea_variety=saemidori", { mean: 4.3, count: 3 });

  expect(heading()).toBe("Reviews of Saemidori");
  expect(screen.getByText("4.3")).toBeTruthy();
  expect(screen.getByText(translate.en("community.subject.ratings", { count: 3 }))).toBeTruthy();
  expect(link("Yabukita")).toBe("/cultivars/yabukita");
  expect(screen.getByText(/Local 1/)).toBeTruthy();
  expect(link(/Saemidori/)).toBe("/cultivars/saemidori");
});

test("shows no rating without reviews", () => {
  const { container } = show("category=review&tea_variety=saemidori");

  expect(container.querySelector(".stars")).toBeNull();
});

test("names tea type and prefecture, and links back to the category", () => {
  show("category=review&tea_type=sencha&prefecture=kyoto");

  expect(heading()).toBe(`${translate.en("post.category.review")}: Sencha, Kyoto`);
  expect(link(new RegExp(translate.en("post.category.review")))).toBe("/community?category=review");
});

test("is the community's for all other lists", () => {
  show("category=review&rating=4");

  expect(heading()).toBe(translate.en("community.title"));
});
