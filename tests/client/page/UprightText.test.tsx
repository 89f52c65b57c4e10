// @vitest-environment jsdom
/** Digits and codes in vertical text. */
import { cleanup, render } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { UprightText } from "../../../client/page/UprightText.tsx";

afterEach(cleanup);

test.each([
  ["きらり31", 'きらり<span class="upright-digits">31</span>'],
  ["静在16", '静在<span class="upright-digits">16</span>'],
  ["埼玉150号", "埼玉150号"],
  ["23F1-107", '<span class="upright-code">23F1-107</span>'],
])("%s has two digits side by side or is rotated as a whole", (name, html) => {
  expect(render(<UprightText text={name} />).container.innerHTML).toBe(html);
});
