import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { browserLink, createApi, createQueryClient } from "#client/app/api.ts"
import { FakeStorage } from "#client/testing/fake-storage.ts"
import type { EditedPage } from "#server/contract/content/edit.ts"
import { createContentSession } from "./content-session.ts"

const content = { hero: { title: "Bâtir", lead: "Depuis 2009." } }
const version = { page: "immobilier", revision: 3, version: 2 } as const

const opened: EditedPage = {
  ...version,
  state: "changed",
  publishedAt: null,
  publishedBy: null,
  changedAt: null,
  changedBy: null,
  publishAt: null,
  content,
  claims: [],
  published: content,
}

beforeEach(() => {
  vi.stubGlobal("localStorage", new FakeStorage())
})

afterEach(() => {
  vi.unstubAllGlobals()
})

/** Opens the page where a release has kept such an edit for nobody's account. */
function openAfter(edit: unknown) {
  const entry = { at: "2026-11-22T13:00:00.000Z", edit }
  localStorage.setItem("unsaved:content:0:immobilier:1", JSON.stringify(entry))
  return createContentSession(createApi(createQueryClient(), browserLink()), opened).getState()
}

test("what the release before kept is taken up, with what it had sent", () => {
  const typed = { hero: { title: "Bâtir", lead: "Depuis 2010." } }
  const sent = { hero: { title: "Bâtir", lead: "Depuis 201" } }
  const state = openAfter({ version, opened: content, content: typed, sent })
  expect(state).toMatchObject({ typed, sent, base: { version, value: content }, saveState: "unsaved", offers: [] })
})

test("what it kept of another content is offered", () => {
  const before = { hero: { title: "Avant", lead: "" } }
  const edit = {
    version: { ...version, version: 1 },
    opened: before,
    content: { hero: { title: "Avant moi", lead: "" } },
  }
  const { offers, typed } = openAfter(edit)
  expect(offers).toMatchObject([{ edit: { typed: edit.content, base: { value: before } } }])
  expect(typed).toBe(content)
})

test.each([null, "Bâtir", {}, { version, opened: content }, { version: { ...version, page: "transport" }, content }])(
  "%j cannot be read, and is passed over",
  (edit) => {
    expect(openAfter(edit)).toMatchObject({ offers: [], recovered: undefined, typed: content })
  },
)
