import { expect, test } from "vitest"
import { Schedule } from "./content/edit.ts"
import { contentSchemas } from "./content/pages.ts"
import { ProjectSchedule } from "./projects.ts"
import { responseTexts } from "./response-texts.ts"

/** Returns the message for the moment of a project's schedule, of a page's and of an announcement. */
function messagesFor(moment: string): (string | undefined)[] {
  const page = { page: "annonce", revision: 0, version: 0 }
  const results = [
    ProjectSchedule.safeParse({ id: 1, at: moment }),
    Schedule.safeParse({ ...page, at: moment }),
    contentSchemas.annonce.safeParse({ text: "", href: "", from: moment, until: "" }),
  ]
  return results.map(({ error }) => error?.issues[0]?.message)
}

test.each(["2028-02-29T00:00", "2027-12-31T23:59"])("%s is a moment everywhere", (moment) => {
  expect(messagesFor(moment)).toEqual([undefined, undefined, undefined])
})

test.each(["2027-02-31T10:00", "2027-04-31T10:00", "2027-13-01T10:00", "2027-01-01T24:00", "2027-01-01T10:60"])(
  "%s does not exist, and is not moved to another day",
  (moment) => {
    expect(messagesFor(moment)).toEqual(Array(3).fill(responseTexts.noSuchMoment))
  },
)

test("another text is no moment; an announcement may have none", () => {
  const message = responseTexts.unknownMoment
  expect(messagesFor("2027-01-01")).toEqual([message, message, message])
  expect(messagesFor("")).toEqual([message, message, undefined])
})
