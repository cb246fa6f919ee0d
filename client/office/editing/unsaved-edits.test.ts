import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { forgetAnswers } from "#client/app/browser-storage.ts"
import { forgetExpiredEdits } from "#client/app/expired-edits.ts"
import { FakeStorage, FullStorage } from "#client/testing/fake-storage.ts"
import { DAY_MS } from "#server/contract/durations.ts"
import { unsavedEdits } from "./unsaved-edits.ts"

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 22, 13) })
  vi.stubGlobal("localStorage", new FakeStorage())
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const readText = (value: unknown) => (typeof value === "string" ? value : undefined)

const open = (scope = "project:1:7") => unsavedEdits(scope, readText)

function texts(scope?: string) {
  return open(scope)
    .list()
    .map(({ edit }) => edit)
}

test("what a form stored last is found at the next visit, with its moment", () => {
  const form = open()
  form.store("Un")
  vi.advanceTimersByTime(1000)
  expect(form.store("Un pont")).toBe(true)
  expect(open().list()).toMatchObject([{ at: "2026-11-22T13:00:01.000Z", edit: "Un pont" }])
  form.forget()
  expect(texts()).toEqual([])
})

test("two tabs do not overwrite each other; the newest edit comes first", () => {
  const [one, other] = [open(), open()]
  one.store("de l’un")
  vi.advanceTimersByTime(1)
  other.store("de l’autre")
  expect(texts()).toEqual(["de l’autre", "de l’un"])
  vi.advanceTimersByTime(1)
  one.store("de l’un encore")
  expect(texts()).toEqual(["de l’un encore", "de l’autre"])
  one.forget()
  expect(texts()).toEqual(["de l’autre"])
})

test("another account, another project and a project whose number begins alike have edits of their own", () => {
  open("project:1:7").store("Sept")
  for (const scope of ["project:1:70", "project:2:7", "project:1:new"]) expect(texts(scope)).toEqual([])
})

test("what is set aside stays stored beside what is typed next", () => {
  const form = open()
  form.store("D’abord")
  form.setAside()
  vi.advanceTimersByTime(1)
  form.store("Ensuite")
  expect(texts()).toEqual(["Ensuite", "D’abord"])
})

test("one edit of several is forgotten by its key", () => {
  open().store("Un")
  open().store("Deux")
  const [first] = open().list()
  open().forget(first?.key)
  expect(texts()).toHaveLength(1)
})

test("what is no edit is passed over", () => {
  for (const [index, text] of ["", "{", "null", "[]", '{"at":"x","edit":7}', '{"edit":"sans date"}'].entries()) {
    localStorage.setItem(`unsaved:project:1:7:${index}`, text)
  }
  expect(texts()).toEqual([])
})

test("what the release before stored without a format is found; what a later one stored is passed over", () => {
  const at = "2026-11-22T12:00:00.000Z"
  localStorage.setItem("unsaved:project:1:7:1", JSON.stringify({ at, edit: "d’avant" }))
  localStorage.setItem("unsaved:project:1:7:2", JSON.stringify({ at, format: 99, edit: "d’après" }))
  open().store("de maintenant")
  expect(texts()).toEqual(["de maintenant", "d’avant"])
})

test("storage that is full or forbidden says so, and nothing throws", () => {
  const form = open()
  form.store("gardé")
  vi.stubGlobal("localStorage", Object.assign(new FullStorage(), localStorage))
  expect(form.store("trop")).toBe(false)
  expect(texts()).toEqual(["gardé"])
  vi.stubGlobal("localStorage", undefined)
  expect(form.store("x")).toBe(false)
  expect(form.list()).toEqual([])
  expect(() => form.forget()).not.toThrow()
})

test("at a log-out answers to visitors are forgotten, and what is typed elsewhere is not", () => {
  for (const scope of ["message:1:7:answer", "message:2:7:note", "project:1:7"]) open(scope).store("Texte")
  forgetAnswers()
  expect([texts("message:1:7:answer"), texts("message:2:7:note"), texts("project:1:7")]).toEqual([[], [], ["Texte"]])
})

test("whatever is unchanged for a week is forgotten, wherever it was typed, and so is what cannot be read", () => {
  const scopes = ["message:1:7:answer", "project:1:7", "project:1:new", "content:1:accueil"]
  for (const scope of scopes) open(scope).store("Vieux")
  vi.advanceTimersByTime(1)
  for (const scope of scopes) open(scope).store("Neuf")
  localStorage.setItem("unsaved:message:1:9:answer:1", "{")
  localStorage.setItem("contact:1", "{}")
  vi.advanceTimersByTime(7 * DAY_MS)
  forgetExpiredEdits()
  for (const scope of scopes) expect(texts(scope)).toEqual(["Neuf"])
  expect(localStorage.getItem("unsaved:message:1:9:answer:1")).toBeNull()
  expect(localStorage.getItem("contact:1")).not.toBeNull()
})
