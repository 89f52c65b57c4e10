/** Every address belongs to a page, in its language; what belongs to none is the page that says so. */
import { beforeEach, describe, expect, test, vi } from "vitest";
import { placeAt } from "../../../client/app/AppRoutes.tsx";
import {
  type Params,
  type RouteName,
  routeNames,
  routes,
} from "../../../client/contracts/routes.ts";
import { pathFor } from "../../../client/language/paths.ts";
import { ids } from "../catalogue.ts";
import { eachLanguage } from "../words.ts";

function paramsOf(name: RouteName): Params {
  if (name === "cultivar") return { id: "saemidori" };
  if (name === "member") return { id: "member-hana" };
  return name === "post" || name === "postEdit" ? { id: "12" } : {};
}

describe.each(eachLanguage)("in %s", (language) => {
  test.each(routeNames)("the address of %s is its own", (page) => {
    const place = { page, language, params: paramsOf(page) };

    expect(placeAt(pathFor(page, language, place.params))).toEqual(place);
  });

  test.each(routeNames.filter((name) => routes[name].path !== ""))(
    "%s is forgiven a slash at its end",
    (page) => {
      const place = { page, language, params: paramsOf(page) };

      expect(placeAt(`${pathFor(page, language, place.params)}/`)).toEqual(place);
    },
  );

  test("every cultivar has its page", () => {
    const found = ids.map((id) => placeAt(pathFor("cultivar", language, { id })).params.id);

    expect(found).toEqual(ids);
  });

  test.each([
    "/nowhere",
    "/cultivars/a/b",
    "/cultivar",
    "/post",
    "/profile/edit/more",
    "/auth",
    "//cultivars",
    "/about//us",
    "/.well-known",
    "/home",
    "/notFound",
    "/en",
    "/jam",
    "/%00",
    "/こんにちは",
  ])("there is no page at %s", (path) => {
    const address = language === "ja" ? `/ja${path}` : path;

    expect(placeAt(address)).toEqual({ page: "notFound", language, params: {} });
  });
});

describe("odd encodings", () => {
  beforeEach(() => void vi.spyOn(console, "warn").mockImplementation(() => undefined));

  test.each([
    ["/cultivars/%73aemidori", "saemidori"],
    ["/cultivars/a%2Fb", "a/b"],
    ["/cultivars/%E3%81%82", "あ"],
    ["/cultivars/%E0%A4%A", "%E0%A4%A"],
    ["/cultivars/%", "%"],
    ["/cultivars/%ff", "%ff"],
  ])("%s asks for the cultivar %s", (path, id) => {
    expect(placeAt(path)).toEqual({ page: "cultivar", language: "en", params: { id } });
  });

  test.each(["/%E0%A4%A", "/ja/%E0%A4%A", "/%", "/ja/%zz"])(
    "%s is no page, and no error",
    (path) => {
      expect(placeAt(path).page).toBe("notFound");
    },
  );
});
