// @vitest-environment jsdom
/** Entries of the moderation log after a navigation inside the site. */
import { expect, test } from "vitest";
import { loadLogEntries } from "../../../../client/community/reports/loadLogEntries.ts";
import { fakeHost, refuse } from "../../accounts/sessions/fakeHost.ts";
import { hana, viewOf, visitor } from "../../accounts/sessions/member.ts";

const search = "?action=hide";
const request = `GET /api/moderation/entries${search}`;
const page = { entries: [], next: null };

test.each([
  ["a visitor", visitor],
  ["a member without a role", viewOf(hana)],
])("are not requested for %s", async (_, session) => {
  const host = fakeHost({ "GET /api/session": { body: session }, [request]: refuse(403, "no") });

  expect(await loadLogEntries(search)).toBeNull();
  expect(host.count(request)).toBe(0);
});

test("are requested for a moderator", async () => {
  const session = viewOf({ ...hana, role: "moderator" });
  fakeHost({ "GET /api/session": { body: session }, [request]: { body: page } });

  expect(await loadLogEntries(search)).toEqual(page);
});

test("are null for a member who has just lost the role", async () => {
  const session = viewOf({ ...hana, role: "moderator" });
  fakeHost({ "GET /api/session": { body: session }, [request]: refuse(403, "no") });

  expect(await loadLogEntries(search)).toBeNull();
});
