import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { browserLink, createApi, createQueryClient } from "#client/app/api.ts"
import { FakeStorage } from "#client/testing/fake-storage.ts"
import { buildProject } from "#server/testing/fixtures.ts"
import { formValuesOf } from "./form-values.ts"
import { createProjectSession } from "./project-session.ts"

const draft = buildProject({ state: "draft", publishedAt: null, address: null })
const { id, version } = draft
const shown = formValuesOf(draft)

beforeEach(() => {
  vi.stubGlobal("localStorage", new FakeStorage())
})

afterEach(() => {
  vi.unstubAllGlobals()
})

/** Opens the draft where a release has stored such an entry for nobody's account. */
function openAfter(entry: object, project: typeof draft | undefined = draft) {
  localStorage.setItem(`unsaved:project:0:${project?.id ?? "new"}:1`, JSON.stringify(entry))
  const api = createApi(createQueryClient(), browserLink())
  return createProjectSession(api, { opened: project, onRejected: () => {} }).getState()
}

const at = "2026-11-22T13:00:00.000Z"

test("what the release before kept of a draft is taken up, with the fields that it had sent", () => {
  const { images } = shown
  const sent = { ...draft, address: null, images }
  const state = openAfter({ at, edit: { base: draft, typed: { ...shown, name: "Silo" }, sent } })
  expect(state).toMatchObject({ typed: { ...shown, name: "Silo" }, base: { version: { id, version }, value: shown } })
  expect(state.sent).toMatchObject({ name: draft.name, address: "" })
  expect(state.saveState).toBe("unsaved")
})

test("what the release before kept of a new project is offered, with the key of its creation", () => {
  const edit = { typed: { ...shown, name: "Silo" }, idempotencyKey: "k0" }
  localStorage.setItem("unsaved:project:0:new:1", JSON.stringify({ at, edit }))
  const api = createApi(createQueryClient(), browserLink())
  const { offers } = createProjectSession(api, { opened: undefined, onRejected: () => {} }).getState()
  expect(offers).toMatchObject([{ edit }])
})

test("fields that were added since are completed as the form showed them", () => {
  const { address: _, ...before } = shown
  const state = openAfter({
    at,
    format: 1,
    edit: { base: { version: { id, version }, value: before }, typed: { ...before, name: "Silo" }, sent: before },
  })
  expect(state).toMatchObject({ typed: { ...shown, name: "Silo" }, base: { value: shown }, sent: shown })
})

test.each([
  {},
  { base: draft },
  { base: draft, typed: { ...shown, name: 7 } },
  { base: { ...draft, id: id + 1 }, typed: shown },
  { base: { state: "draft", id }, typed: shown },
  { base: "un pont", typed: shown },
  { typed: shown },
])("what cannot be read is passed over (%#)", (edit) => {
  expect(openAfter({ at, edit })).toMatchObject({ offers: [], recovered: undefined, typed: shown })
})
