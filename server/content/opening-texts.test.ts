import { expect, test } from "vitest"
import { HOUR_MS } from "#server/contract/durations.ts"
import { listOpeningTexts } from "./opening-texts.ts"

const WEEKDAY = "8h00-12h00, 13h-17h30"
const closed = { monday: "", tuesday: "", wednesday: "", thursday: "", friday: "", saturday: "", sunday: "" }
const weekdays = { monday: WEEKDAY, tuesday: WEEKDAY, wednesday: WEEKDAY, thursday: WEEKDAY, friday: WEEKDAY }
const hours = { ...closed, ...weekdays, saturday: "8h-12h" }

/** Returns the texts from that moment on in Kinshasa, each with its moment there. */
function texts(at: string, company: Partial<Parameters<typeof listOpeningTexts>[0]> = {}, count = 2) {
  const found = listOpeningTexts({ hours, exceptions: [], ...company }, new Date(`${at}:00+01:00`))
  return found.slice(0, count).map(({ since, text }) => {
    return `${new Date(since + HOUR_MS).toISOString().slice(8, 16)} ${text.replaceAll("\u00a0", " ")}`
  })
}

const on = (date: string, text: string) => ({ exceptions: [{ date, text }] })

test.each([
  ["before the day begins", "2026-03-02T07:59", ["02T00:00 Fermé, ouvre à 8 h", "02T08:00 Ouvert jusqu’à 12 h"]],
  ["at the minute of opening", "2026-03-02T08:00", ["02T08:00 Ouvert jusqu’à 12 h", "02T12:00 Fermé, ouvre à 13 h"]],
  ["in the afternoon", "2026-03-02T13:00", ["02T13:00 Ouvert jusqu’à 17 h 30", "02T17:30 Fermé, ouvre mardi à 8 h"]],
  ["in the night", "2026-03-02T20:00", ["02T17:30 Fermé, ouvre mardi à 8 h", "03T00:00 Fermé, ouvre à 8 h"]],
  ["over the weekend", "2026-03-07T12:00", ["07T12:00 Fermé, ouvre lundi à 8 h", "09T00:00 Fermé, ouvre à 8 h"]],
])("the hours of the week count in Kinshasa: %s", (_name, at, expected) => {
  expect(texts(at)).toEqual(expected)
})

test.each([
  ["Fermé", ["02T00:00 Fermé, ouvre mardi à 8 h", "03T00:00 Fermé, ouvre à 8 h"]],
  ["Ouvert de 9h à 11h30", ["02T00:00 Fermé, ouvre à 9 h", "02T09:00 Ouvert jusqu’à 11 h 30"]],
  ["Fermé de 12h à 14h", ["02T00:00 Aujourd’hui : Fermé de 12h à 14h", "03T00:00 Fermé, ouvre à 8 h"]],
  ["Ouvert dès midi", ["02T00:00 Aujourd’hui : Ouvert dès midi", "03T00:00 Fermé, ouvre à 8 h"]],
])(
  "an exceptional day « %s » has the hours that it names; what is not understood is said as it is",
  (text, expected) => {
    expect(texts("2026-03-02T07:00", on("2026-03-02", text))).toEqual(expected)
  },
)

test("hours may end at midnight, the next day, or never", () => {
  const late = { hours: { ...closed, monday: "20h-2h" } }
  expect(texts("2026-03-02T21:00", late, 1)).toEqual(["02T20:00 Ouvert jusqu’à 2 h"])
  expect(texts("2026-03-03T01:00", late, 1)).toEqual(["03T00:00 Ouvert jusqu’à 2 h"])
  const exceptional = { hours: closed, ...on("2026-03-02", "20h à 2h") }
  expect(texts("2026-03-03T01:00", exceptional, 1)).toEqual(["03T00:00 Ouvert jusqu’à 2 h"])
  const joined = { hours: { ...closed, monday: "20h-24h", tuesday: "0h-6h" } }
  expect(texts("2026-03-02T21:00", joined, 1)).toEqual(["02T20:00 Ouvert jusqu’à 6 h"])
  const always = Object.fromEntries(Object.keys(closed).map((day) => [day, "0h-24h"])) as typeof closed
  expect(texts("2026-03-02T21:00", { hours: always }, 1)).toEqual(["02T00:00 Ouvert"])
})

test("the list ends with an empty text, since an old page must not go on saying the last one", () => {
  const all = texts("2026-03-02T07:00", {}, 9)
  expect(all).toHaveLength(7)
  expect(all.at(-1)).toMatch(/^03T\d\d:\d\d $/)
})

test("without hours nothing is known", () => {
  expect(texts("2026-03-02T09:00", { hours: closed })).toEqual([])
})
