/** Routes of addresses in both languages, and the not-found page. */
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
import { eachLanguage } from "../messages.ts";

function paramsOf(name: RouteName): Params {
  if (name === "cultivar") return { id: "saemidori" };
  if (name === "relation") return { a: "saemidori", b: "seimei" };
  if (name === "lineage") return { code: "4" };
  if (name === "breeder" || name === "prefecture") return { id: "kyoto" };
  if (name === "member") return { id: "member-hana" };
  if (name === "collection") return { id: "tea-of-the-morning" };
  return name === "post" || name === "postEdit" ? { id: "12" } : {};
}

describe.each(eachLanguage)("routes in %s", (language) => {
  test.each(routeNames)("address of %s resolves to that page", (page) => {
    const place = { page, language, params: paramsOf(page) };

    expect(placeAt(pathFor(page, language, place.params))).toEqual(place);
  });

  test.each(routeNames.filter((name) => routes[name].path !== ""))(
    "address of %s resolves with a trailing slash",
    (page) => {
      const place = { page, language, params: paramsOf(page) };

      expect(placeAt(`${pathFor(page, language, place.params)}/`)).toEqual(place);
    },
  );

  test("address of every cultivar resolves to its id", () => {
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
  ])("%s resolves to the not-found page", (path) => {
    const address = language === "ja" ? `/ja${path}` : path;

    expect(placeAt(address)).toEqual({ page: "notFound", language, params: {} });
  });
});

describe("percent-encoded address", () => {
  beforeEach(() => void vi.spyOn(console, "warn").mockImplementation(() => undefined));

  test.each([
    ["/cultivars/%73aemidori", "saemidori"],
    ["/cultivars/a%2Fb", "a/b"],
    ["/cultivars/%E3%81%82", "あ"],
    ["/cultivars/%E0%A4%A", "%E0%A4%A"],
    ["/cultivars/%", "%"],
    ["/cultivars/%ff", "%ff"],
  ])("%s resolves to cultivar %s", (path, id) => {
    expect(placeAt(path)).toEqual({ page: "cultivar", language: "en", params: { id } });
  });

  test.each(["/%E0%A4%A", "/ja/%E0%A4%A", "/%", "/ja/%zz"])(
    "%s resolves to the not-found page without an error",
    (path) => {
      expect(placeAt(path).page).toBe("notFound");
    },
  );
});
