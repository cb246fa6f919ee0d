import { expect, test } from "vitest"
import { autosaveDelay, type EditEvent, type Edited, isSaved, keptEditOf, openEdit, reduceEdit } from "./edit-state.ts"

interface Note {
  version: number
  text: string
}

interface EditedNote extends Edited {
  subject: Note
  version: number
  value: string
}

const at = new Date("2026-11-22T13:00:00Z")
const baseOf = ({ version, text }: Note) => ({ version, value: text })
const first: Note = { version: 1, text: "Un pont" }

/** What an earlier visit has left on the device. */
function left(key: string, edit: ReturnType<typeof keptEditOf<EditedNote>>) {
  return { key, at: at.toISOString(), edit }
}

function open(subject: Note | undefined, edits: ReturnType<typeof left>[] = [], isAutosaved = true) {
  const base = subject && baseOf(subject)
  const isSame = (one: string, other: string) => one.trim() === other.trim()
  return openEdit<EditedNote>(
    { subject, base, value: subject?.text ?? "", idempotencyKey: "r1" },
    { edits, isAutosaved, isSame },
  )
}

const after = (state: ReturnType<typeof open>, ...events: EditEvent<EditedNote>[]) => events.reduce(reduceEdit, state)

const type = (value: string) => ({ type: "typed", value }) as const
const send = (value: string) => ({ type: "sending", value }) as const
const store = (subject: Note, value = subject.text) =>
  ({ type: "stored", subject, base: baseOf(subject), value, at }) as const

test("what is typed is unsaved until it is stored, or typed back", () => {
  const typed = after(open(first), type("Un pont long"))
  expect(typed).toMatchObject({ saveState: "unsaved", saved: "Un pont" })
  expect(after(typed, type("Un pont"))).toMatchObject({ saveState: "saved" })
  const stored = after(typed, send("Un pont long"), store({ version: 2, text: "Un pont long" }))
  expect(stored).toMatchObject({ saveState: "saved", savedAt: at, base: { version: 2 }, sent: undefined })
})

test("what a form makes of the saved value is no edit, unlike what was recovered before", () => {
  expect(after(open(first), { type: "shown", value: "Un  pont" })).toMatchObject({
    typed: "Un  pont",
    saved: "Un  pont",
  })
  const recovered = open(first, [left("a", { base: baseOf(first), typed: "Retrouvé" })])
  expect(after(recovered, { type: "shown", value: "Un  pont" })).toMatchObject({ typed: "Retrouvé", saved: "Un pont" })
})

test("what is typed while a save is under way is unsaved once that is done", () => {
  const state = after(open(first), type("Un"), send("Un"), type("Un, deux"))
  expect(state).toMatchObject({ saveState: "unsaved", sent: "Un" })
  expect(after(state, store({ version: 2, text: "Un" }))).toMatchObject({
    saveState: "unsaved",
    typed: "Un, deux",
    saved: "Un",
    base: { version: 2, value: "Un" },
  })
})

test("a save without a response is the next one that is sent, whatever is typed since", () => {
  const state = after(open(first), type("Un"), send("Un"), { type: "failed", saveState: "offline" }, type("Deux"))
  expect(state).toMatchObject({ sent: "Un", saveState: "unsaved" })
  expect(after(state, send("Deux"))).toMatchObject({ sent: "Un", saveState: "saving" })
  // Typed back to what the server had, it is not known to be saved either.
  expect(isSaved(after(state, type("Un pont")))).toBe(false)
})

test("what is rejected is not sent again, and stays typed; an older value that is rejected says nothing", () => {
  const rejection = { text: "Trop long", fields: { text: "Trop long" } }
  const sending = after(open(first), type("Un"), send("Un"))
  const rejected = after(sending, { type: "failed", saveState: "rejected", rejection })
  expect(rejected).toMatchObject({ sent: undefined, typed: "Un", saveState: "rejected", rejection })
  expect(after(rejected, type("Deux"))).toMatchObject({ saveState: "unsaved", rejection })
  expect(after(rejected, store({ version: 2, text: "Deux" }))).toMatchObject({ rejection: { text: "", fields: {} } })
  const dropped = after(sending, type("Deux"), { type: "dropped" })
  expect(dropped).toMatchObject({ sent: undefined, saveState: "unsaved", rejection: { text: "" } })
})

test("after a failure of the network or the session it is tried again later, after an edit soon, else never", () => {
  const state = after(open(first), type("Un"))
  expect(autosaveDelay(state)).toBe(1500)
  for (const saveState of ["offline", "unavailable", "signedOut", "otherAccount"] as const)
    expect(autosaveDelay(after(state, { type: "failed", saveState }))).toBe(5000)
  for (const event of [send("Un"), { type: "failed", saveState: "rejected" }] as const)
    expect(autosaveDelay(after(state, event))).toBeUndefined()
  expect(autosaveDelay(open(first))).toBeUndefined()
})

test("a conflict waits while one types on, is asked about and put off, and ends with what was chosen", () => {
  const theirs = { version: 2, text: "De l’autre" }
  const waiting = after(open(first), type("Un"), send("Un"), { type: "conflicted", theirs }, type("Un, deux"))
  expect(waiting).toMatchObject({ conflict: { theirs, isOpen: false }, base: { value: "Un pont" }, sent: undefined })
  expect(autosaveDelay(waiting)).toBeUndefined()
  expect(after(waiting, { type: "choosing", isOpen: true }).conflict?.isOpen).toBe(true)
  const chosen = after(waiting, { ...store(theirs), typed: "Les deux" })
  const expected = { conflict: undefined, typed: "Les deux", saved: "De l’autre", saveState: "unsaved" }
  expect(chosen).toMatchObject({ ...expected, base: { version: 2 }, replacements: 1 })
  expect(after(waiting, { ...store(theirs), typed: theirs.text })).toMatchObject({ saveState: "saved" })
})

test("only what does not come from the form is a replacement, which the form has to show", () => {
  const state = after(open(first), type("Un"), store({ version: 2, text: "Un" }))
  expect(state.replacements).toBe(0)
  expect(after(state, { type: "replaced", value: "Un" }).replacements).toBe(0)
  expect(after(state, { type: "replaced", value: "Deux" })).toMatchObject({ replacements: 1, saveState: "unsaved" })
})

test("reopened, what was typed on the same text is taken up, with what was sent; the rest is offered", () => {
  const own = left("a", { base: baseOf(first), typed: "Le mien", sent: "Le m" })
  const older = left("b", { base: baseOf({ version: 0, text: "Ancien" }), typed: "D’avant" })
  const state = open(first, [older, own])
  const expected = { recovered: "a", typed: "Le mien", sent: "Le m", saveState: "unsaved", offers: [older] }
  expect(state).toMatchObject({ ...expected, base: { version: 1 } })
})

test.each([
  ["base", { base: { version: 0, value: " Un pont" }, typed: "Le mien" }],
  ["lost save", { base: { version: 0, value: "Ancien" }, typed: "Le mien", sent: "Un pont " }],
  ["own text", { base: { version: 0, value: "Ancien" }, typed: "Un pont" }],
  ["version", { base: { version: 1, value: "Un pont sans date" }, typed: "Le mien" }],
])("what was typed is taken up where the server has its %s, whoever published it since", (_what, edit) => {
  expect(open(first, [left("a", edit)]).recovered).toBe("a")
})

test("what visitors would see is offered alone, and not if they see it already", () => {
  const other = left("a", { base: baseOf(first), typed: "Le mien" })
  const same = left("b", { base: baseOf(first), typed: "Un pont" })
  const state = open(first, [other, same], false)
  expect(state).toMatchObject({ recovered: undefined, typed: "Un pont", offers: [other] })
  expect(after(state, { type: "resumed", offer: other })).toMatchObject({ typed: "Le mien", offers: [] })
  expect(after(state, { type: "ignored", key: "a" })).toMatchObject({ typed: "Un pont", offers: [] })
})

test("something new keeps the key of its creation, also when it is resumed, until it is created", () => {
  const state = open(undefined, [left("a", { typed: "Nouveau", idempotencyKey: "r0" })], false)
  expect(keptEditOf(state)).toEqual({ typed: "", idempotencyKey: "r1" })
  const [offer] = state.offers
  if (!offer) throw new Error("Nothing is offered")
  const resumed = after(state, { type: "resumed", offer })
  expect(keptEditOf(resumed)).toEqual({ typed: "Nouveau", idempotencyKey: "r0" })
  const created = after(resumed, type("Nouveau, et plus"), { type: "created", base: baseOf(first), value: "Nouveau" })
  expect(created).toMatchObject({ subject: undefined, saved: "Nouveau" })
  expect(keptEditOf(created)).toEqual({ base: baseOf(first), typed: "Nouveau, et plus", sent: undefined })
})

test("an editor that is done has nothing unsaved; asking to save what is saved shows a time", () => {
  expect(isSaved(after(open(first), type("Un"), send("Un"), { type: "finished" }))).toBe(true)
  expect(after(open(first), { type: "confirmed", at }).savedAt).toBe(at)
})
