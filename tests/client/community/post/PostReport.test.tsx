// @vitest-environment jsdom
/** The link that reports a post of a list. */
import { cleanup, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { PostCard } from "../../../../client/community/post/PostCard.tsx";
import { hana } from "../../accounts/sessions/member.ts";
import { draw, say } from "../../accounts/sessions/surroundings.tsx";
import { aPost, author } from "../posts.ts";

const t = say.en;
const around = {
  language: "en",
  page: "community",
  path: "/community",
  preloaded: [{ query: "cultivarNames", params: {}, data: {} }],
} as const;

afterEach(cleanup);

const link = () => screen.queryByRole("link", { name: t("app.report") });

test.each([null, hana])("post of another member is reported by %o", (viewer) => {
  draw(<PostCard post={aPost({ id: 12 })} />, { ...around, viewer });

  expect(link()?.getAttribute("href")).toBe("/report?subject=post:12");
});

test("own post has no such link", () => {
  const post = aPost({ user: { ...author, id: hana.id } });
  draw(<PostCard post={post} />, { ...around, viewer: hana });

  expect(link()).toBeNull();
});
