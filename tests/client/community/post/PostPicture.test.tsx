// @vitest-environment jsdom
/** Placeholder of a picture that fails to load. */
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { PostPicture } from "../../../../client/community/post/PostPicture.tsx";
import { anImage } from "../posts.ts";

afterEach(cleanup);

test("blurred placeholder is removed when the picture fails to load", () => {
  render(<PostPicture image={anImage({ alt: "A cup" })} sizes="100vw" />);
  const picture = screen.getByRole("img", { name: "A cup" });
  expect(picture.style.backgroundImage).toContain("data:image/webp");

  fireEvent.error(picture);

  expect(picture.style.backgroundImage).toBe("");
});
