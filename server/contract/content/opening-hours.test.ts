import { expect, test } from "vitest"
import { listOpeningStates } from "./opening-hours.ts"

const WEEKDAY = "8h00-12h00, 13h-18h"
const closed = { monday: "", tuesday: "", wednesday: "", thursday: "", friday: "", saturday: "", sunday: "" }
const hours = {
  ...closed,
  monday: WEEKDAY,
  tuesday: WEEKDAY,
  wednesday: WEEKDAY,
  thursday: WEEKDAY,
  friday: WEEKDAY,
  saturday: "8h-12h",
}

/** Returns the first states from that moment on in Kinshasa, such as « open until 2026-03-02T12:00 ». */
function states(at: string, company: Partial<Parameters<typeof listOpeningStates>[0]> = {}, count = 2) {
  const found = listOpeningStates({ hours, exceptions: [], ...company }, Date.parse(`${at}:00+01:00`))
  return found.slice(0, count).map(({ isOpen, until }) => {
    const kinshasa = until === undefined ? "for ever" : new Date(until + 3_600_000).toISOString().slice(0, 16)
    return `${isOpen ? "open" : "closed"} until ${kinshasa}`
  })
}

const on = (date: string, text: string) => ({ exceptions: [{ date, text }] })

test.each([
  ["before the day begins", "2026-03-02T07:59", ["closed until 2026-03-02T08:00", "open until 2026-03-02T12:00"]],
  ["at the minute of opening", "2026-03-02T08:00", ["open until 2026-03-02T12:00", "closed until 2026-03-02T13:00"]],
  ["at the minute of closing", "2026-03-02T18:00", ["closed until 2026-03-03T08:00", "open until 2026-03-03T12:00"]],
  ["over the weekend", "2026-03-07T12:00", ["closed until 2026-03-09T08:00", "open until 2026-03-09T12:00"]],
])("the hours of the week count in Kinshasa: %s", (_name, at, expected) => {
  expect(states(at)).toEqual(expected)
})

test("an exceptional day has the hours that its text names, or none", () => {
  expect(states("2026-03-02T07:00", on("2026-03-02", "Fermé"), 1)).toEqual(["closed until 2026-03-03T08:00"])
  expect(states("2026-03-02T07:00", on("2026-03-02", "Ouvert de 9h à 11h30"))).toEqual([
    "closed until 2026-03-02T09:00",
    "open until 2026-03-02T11:30",
  ])
})

test("hours may end at midnight, or the next day", () => {
  expect(states("2026-03-02T21:00", { hours: { ...closed, monday: "20h-2h" } }, 1)).toEqual([
    "open until 2026-03-03T02:00",
  ])
  expect(states("2026-03-03T01:00", { hours: { ...closed, monday: "20h-2h" } }, 1)).toEqual([
    "open until 2026-03-03T02:00",
  ])
  expect(states("2026-03-02T21:00", { hours: { ...closed, monday: "20h-24h", tuesday: "0h-6h" } }, 1)).toEqual([
    "open until 2026-03-03T06:00",
  ])
})

test("without hours nothing is known", () => {
  expect(states("2026-03-02T09:00", { hours: closed })).toEqual([])
})
