import { TRPCClientError } from "@trpc/client"
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest"
import { FakeStorage, FullStorage } from "#client/testing/fake-storage.ts"
import { InvalidEdit } from "./edit-failure.ts"
import { createEditSession, type EditAdapter } from "./edit-session.ts"
import type { Edited, KeptEdit } from "./edit-state.ts"
import { saveOpenEditors } from "./open-editors.ts"

interface Note {
  version: number
  text: string
  isPublic: boolean
}

interface EditedNote extends Edited {
  subject: Note
  version: number
  value: string
}

class Conflict extends Error {
  readonly current: Note
  constructor(current: Note) {
    super()
    this.current = current
  }
}

const TOO_LONG = "Trop long"

const noConnection = TRPCClientError.from(new TypeError("Failed to fetch"))

function rejection(httpStatus: number, data: object, message = "Refusé") {
  return TRPCClientError.from({ error: { message, code: -32603, data: { httpStatus, ...data } } })
}

/** A server with one note that editors change. */
function startServer(given: Partial<Note> = {}) {
  const server = {
    note: { version: 1, text: "Un pont", isPublic: false, ...given },
    /** What it answers instead of storing. */
    failure: undefined as unknown,
    losesResponse: false,
    /** What it was sent: an automatic save stands in brackets. */
    sent: [] as string[],
    rejected: [] as unknown[],
    async change(version: number, changes: Partial<Note>) {
      await Promise.resolve()
      if (server.failure) throw server.failure
      if (changes.text === TOO_LONG) throw rejection(400, { fields: { text: "20 lettres au plus" } }, TOO_LONG)
      if (version !== server.note.version) throw new Conflict(server.note)
      server.note = { ...server.note, ...changes, version: version + 1 }
      if (server.losesResponse) throw noConnection
      return server.note
    },
    changeElsewhere(changes: Partial<Note>) {
      server.note = { ...server.note, ...changes, version: server.note.version + 1 }
    },
  }
  const adapter: EditAdapter<EditedNote> = {
    scopeOf: (accountId, version) => `note:${accountId}:${version === undefined ? "new" : 7}`,
    baseOf: ({ version, text }) => ({ version, value: text }),
    isSame: (one, other) => one.trim() === other.trim(),
    isAutosaved: ({ isPublic }) => !isPublic,
    async send({ version }, text, automatic) {
      if (text === "") throw new InvalidEdit({ text: "À remplir" })
      server.sent.push(automatic ? `(${text})` : text)
      return server.change(version, { text: text.trim() })
    },
    currentOf: (error) => (error instanceof Conflict ? error.current : undefined),
    readKept: (kept) => kept as KeptEdit<EditedNote>,
    onStored: () => {},
    onRejected: (fields) => server.rejected.push(fields),
  }

  function create({ accountId = 1, isNew = false } = {}) {
    const subject = isNew ? undefined : server.note
    return createEditSession<EditedNote>(adapter, { accountId, subject, value: subject?.text ?? "" })
  }

  /** Opens an editor of the note, as a visit or another tab does. */
  function open(given?: Parameters<typeof create>[0]) {
    const session = create(given)
    const close = session.open()
    onTestFinished(close)
    return Object.assign(session, { close, state: session.getState })
  }

  return Object.assign(server, { open })
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const pause = () => pass(1500)
const later = () => pass(5000)

const kept = () => Object.keys(localStorage).filter((key) => key.startsWith("unsaved:"))

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 22, 13) })
  vi.stubGlobal("localStorage", new FakeStorage())
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test("what is typed is kept on the device at once, saved after a pause, and kept no longer", async () => {
  const server = startServer()
  const editor = server.open()
  editor.type("Un")
  await pass(1400)
  editor.type("Un pont long")
  expect(kept()).toHaveLength(1)
  await pass(1400)
  expect(server.sent).toEqual([])
  await pass(100)
  expect(server.sent).toEqual(["(Un pont long)"])
  expect(editor.state()).toMatchObject({ saveState: "saved", savedAt: new Date(), subject: server.note })
  expect(kept()).toEqual([])
})

test("what is typed while a save is under way is saved after it, never beside it", async () => {
  const server = startServer()
  const editor = server.open()
  editor.type("Un")
  const saved = editor.saveNow()
  await Promise.resolve()
  editor.type("Un, deux")
  expect(await saved).toBe(true)
  expect(server.sent).toEqual(["Un", "Un, deux"])
  expect(server.note).toMatchObject({ text: "Un, deux", version: 3 })
})

test("a save whose response was lost is known as one's own, whatever is typed since", async () => {
  const server = startServer()
  const editor = server.open()
  server.losesResponse = true
  editor.type("Un")
  await pause()
  expect(editor.state().saveState).toBe("offline")
  server.losesResponse = false
  editor.type("Un, deux")
  await pause()
  expect(server.sent).toEqual(["(Un)", "(Un)", "(Un, deux)"])
  expect(editor.state()).toMatchObject({ saveState: "saved", conflict: undefined })
  expect(server.note).toMatchObject({ text: "Un, deux", version: 3 })
})

test("a value that did not arrive and is rejected now gives way to what was typed since", async () => {
  const server = startServer()
  const editor = server.open()
  server.failure = noConnection
  editor.type("Trop long")
  await pause()
  server.failure = undefined
  editor.type("Court")
  await pause()
  expect(server.sent).toEqual(["(Trop long)", "(Trop long)", "(Court)"])
  expect(editor.state()).toMatchObject({ saveState: "saved", rejection: { text: "" } })
  expect(server.rejected).toEqual([])
  expect(server.note.text).toBe("Court")
})

test("what is invalid is not sent, and what is rejected not sent again until it is changed", async () => {
  const server = startServer()
  const editor = server.open()
  editor.type("")
  await pause()
  const invalid = { text: "À remplir", fields: { text: "À remplir" } }
  expect(editor.state()).toMatchObject({ saveState: "rejected", rejection: invalid })
  editor.type("Trop long")
  await later()
  await later()
  expect(server.sent).toHaveLength(1)
  const rejected = { text: "Trop long", fields: { text: "20 lettres au plus" } }
  expect(editor.state()).toMatchObject({ saveState: "rejected", rejection: rejected })
  expect(server.rejected).toEqual([invalid.fields, rejected.fields])
  expect(kept()).toHaveLength(1)
})

test("without a network, and while the server is down, it is tried again until it is saved", async () => {
  const server = startServer()
  const editor = server.open()
  editor.type("Un")
  server.failure = noConnection
  await pause()
  expect(editor.state().saveState).toBe("offline")
  server.failure = rejection(503, { code: "unavailable" })
  await later()
  expect(editor.state().saveState).toBe("unavailable")
  expect(kept()).toHaveLength(1)
  server.failure = undefined
  await later()
  expect(editor.state().saveState).toBe("saved")
  expect(server.sent).toHaveLength(3)
})

test("a session that has ended is waited for, and nothing is saved in the name of another account", async () => {
  const server = startServer()
  const editor = server.open()
  server.failure = rejection(401, { code: "unauthorized" })
  editor.type("Un")
  await pause()
  expect(editor.state().saveState).toBe("signedOut")
  server.failure = rejection(403, { code: "forbidden", reason: "other account" })
  await later()
  expect(editor.state().saveState).toBe("otherAccount")
  expect(server.open({ accountId: 2 }).state()).toMatchObject({ typed: "Un pont", offers: [] })
  server.failure = undefined
  await later()
  expect(editor.state().saveState).toBe("saved")
  expect(server.note.text).toBe("Un")
})

test("what only one side has changed is no conflict: a publication, or the same text", async () => {
  const server = startServer()
  const editor = server.open()
  server.changeElsewhere({})
  editor.type("Un")
  await pause()
  expect(server.note).toMatchObject({ text: "Un", version: 3 })
  server.changeElsewhere({ text: "Deux" })
  editor.type("Deux ")
  await pause()
  expect(editor.state()).toMatchObject({ saveState: "saved", typed: "Deux ", subject: server.note })
  expect(server.note.version).toBe(4)
})

test("what is typed while somebody else publishes is kept, and saved only when asked for", async () => {
  const server = startServer()
  const editor = server.open()
  editor.type("Un pont à Boma")
  server.changeElsewhere({ isPublic: true })
  await pause()
  await later()
  expect(server.note.text).toBe("Un pont")
  expect(editor.state()).toMatchObject({ saveState: "unsaved", conflict: undefined, typed: "Un pont à Boma" })
  expect(kept()).toHaveLength(1)
  expect(await editor.saveNow()).toBe(true)
  expect(server.note).toMatchObject({ text: "Un pont à Boma", isPublic: true })
})

test("a conflict waits, is asked about when one saves, and what is chosen is saved on top", async () => {
  const server = startServer()
  const editor = server.open()
  server.changeElsewhere({ text: "De l’autre" })
  editor.type("Le mien")
  await pause()
  expect(editor.state().conflict).toEqual({ theirs: server.note, isOpen: false })
  editor.type("Le mien, et plus")
  await later()
  await saveOpenEditors()
  expect(server.sent).toHaveLength(1)
  expect(await editor.saveNow()).toBe(false)
  expect(editor.state().conflict?.isOpen).toBe(true)
  editor.postpone()
  expect(editor.state().conflict?.isOpen).toBe(false)
  editor.resolve("Les deux")
  await pause()
  expect(editor.state()).toMatchObject({ saveState: "saved", conflict: undefined, typed: "Les deux" })
  expect(server.note.text).toBe("Les deux")
})

test("the other version is taken, and nothing is left on the device", async () => {
  const server = startServer()
  const editor = server.open()
  server.changeElsewhere({ text: "De l’autre" })
  editor.type("Le mien")
  await editor.saveNow()
  editor.replace(server.note)
  expect(editor.state()).toMatchObject({ typed: "De l’autre", saveState: "saved", conflict: undefined })
  expect(kept()).toEqual([])
})

test("an editor that is closed saves what was typed last, and tries no further", async () => {
  const server = startServer()
  const editor = server.open()
  editor.type("Un")
  server.failure = noConnection
  editor.close()
  await later()
  await later()
  expect(server.sent).toEqual(["(Un)"])
  expect(kept()).toHaveLength(1)
})

test("reopened, what was not saved is taken up and saved", async () => {
  const server = startServer()
  server.failure = noConnection
  const editor = server.open()
  editor.type("Un")
  editor.close()
  await pause()
  server.failure = undefined
  const again = server.open()
  expect(again.state()).toMatchObject({ typed: "Un", saveState: "unsaved", offers: [] })
  expect(kept()).toHaveLength(1)
  await pause()
  expect(again.state().saveState).toBe("saved")
  expect(kept()).toEqual([])
})

test("two tabs keep an edit each; what one has saved, the other asks about", async () => {
  const server = startServer()
  server.failure = noConnection
  const [one, other] = [server.open(), server.open()]
  one.type("De l’un")
  other.type("De l’autre")
  expect(kept()).toHaveLength(2)
  await pause()
  server.failure = undefined
  await later()
  expect([one.state().saveState, other.state().saveState]).toEqual(["saved", "rejected"])
  expect(other.state().conflict?.theirs.text).toBe("De l’un")
  expect(kept()).toHaveLength(1)
})

test("what visitors would see is offered, one after the other, and saved only when asked for", async () => {
  const server = startServer({ isPublic: true })
  const first = server.open()
  first.type("D’abord")
  first.close()
  await later()
  const editor = server.open()
  editor.type("Ensuite")
  const [offer] = editor.state().offers
  if (!offer) throw new Error("Nothing is offered")
  editor.resume(offer)
  expect(editor.state()).toMatchObject({ typed: "D’abord", offers: [] })
  const [set] = server
    .open()
    .state()
    .offers.filter(({ edit }) => edit.typed === "Ensuite")
  if (!set) throw new Error("What was set aside is not offered")
  editor.ignore(set)
  expect(kept()).toHaveLength(1)
  await later()
  expect(server.sent).toEqual([])
  await editor.save("D’abord.")
  expect(server.sent).toEqual(["D’abord."])
  expect(editor.state()).toMatchObject({ typed: "D’abord", saveState: "saved" })
  expect(kept()).toEqual([])
})

test("a save that did not arrive is sent again before the next one that is asked for", async () => {
  const server = startServer({ isPublic: true })
  const editor = server.open()
  server.failure = noConnection
  editor.type("Un")
  await expect(editor.save("Un")).rejects.toBe(noConnection)
  server.failure = undefined
  editor.type(TOO_LONG)
  await expect(editor.save(TOO_LONG)).rejects.toThrow(TOO_LONG)
  expect(editor.state()).toMatchObject({ typed: TOO_LONG, saved: "Un", sent: undefined })
  editor.type("Deux")
  await editor.save("Deux")
  expect(server.sent).toEqual(["Un", "Un", TOO_LONG, "Deux"])
})

test("a failed save that was asked for is thrown", async () => {
  const server = startServer({ isPublic: true })
  const editor = server.open()
  editor.type("Un")
  server.failure = noConnection
  await expect(editor.save("Un")).rejects.toBe(noConnection)
  server.failure = undefined
  server.changeElsewhere({ text: "De l’autre" })
  await expect(editor.save("Un")).rejects.toBeInstanceOf(Conflict)
  expect(editor.state().conflict?.isOpen).toBe(false)
})

test("another call waits for the save before it, and keeps what is typed meanwhile", async () => {
  const server = startServer()
  const editor = server.open()
  editor.type("Un")
  const saved = editor.saveNow()
  const published = editor.act({
    call: (version) => server.change(version, { isPublic: true }),
    isDone: ({ isPublic }) => isPublic,
  })
  await saved
  editor.type("Un, deux")
  expect(await published).toMatchObject({ text: "Un", isPublic: true, version: 3 })
  expect(editor.state()).toMatchObject({ typed: "Un, deux", saved: "Un", saveState: "unsaved", subject: server.note })
})

test("another call whose response was lost is done when it is asked for again; on other texts it is a conflict", async () => {
  const server = startServer()
  const editor = server.open()
  const publish = () =>
    editor.act({
      call: (version) => server.change(version, { isPublic: true }),
      isDone: ({ isPublic }) => isPublic,
    })
  server.losesResponse = true
  await expect(publish()).rejects.toBe(noConnection)
  server.losesResponse = false
  expect(await publish()).toBe(server.note)
  server.changeElsewhere({ text: "De l’autre" })
  await expect(publish()).rejects.toBeInstanceOf(Conflict)
  expect(editor.state().conflict?.theirs).toBe(server.note)
})

test("a call that discards what is typed leaves nothing of it", async () => {
  const server = startServer()
  const editor = server.open()
  editor.type("Un")
  const discard = () =>
    editor.act({
      call: (version) => server.change(version, { text: "Public" }),
      isDone: ({ text }) => text === "Public",
      discards: true,
    })
  server.losesResponse = true
  await expect(discard()).rejects.toBe(noConnection)
  expect(editor.state().typed).toBe("Un")
  await discard()
  expect(editor.state()).toMatchObject({ typed: "Public", saveState: "saved", replacements: 1 })
  expect(kept()).toEqual([])
  await pause()
  expect(server.sent).toEqual([])
})

test("what is typed while something new is created is taken up by its own editor", async () => {
  const server = startServer()
  const editor = server.open({ isNew: true })
  const { idempotencyKey } = editor.state()
  editor.type("Nouveau")
  expect(server.open({ isNew: true }).state().offers).toMatchObject([{ edit: { typed: "Nouveau", idempotencyKey } }])
  editor.type("Nouveau, et plus")
  server.note = { version: 1, text: "Nouveau", isPublic: false }
  editor.handOver(server.note, "Nouveau")
  await later()
  expect(server.sent).toEqual([])
  expect(server.open({ isNew: true }).state().offers).toEqual([])
  expect(server.open().state()).toMatchObject({ typed: "Nouveau, et plus", saved: "Nouveau" })
})

test("where the device is full, what is unsaved is at risk until it is saved or done with", async () => {
  const server = startServer()
  vi.stubGlobal("localStorage", new FullStorage())
  const editor = server.open()
  expect(editor.isAtRisk()).toBe(false)
  editor.type("Un")
  expect(editor.isAtRisk()).toBe(true)
  await pause()
  expect(editor.isAtRisk()).toBe(false)
  editor.type("Deux")
  editor.finish()
  expect(editor.isAtRisk()).toBe(false)
})

test("open editors are saved before a log-out, which waits four seconds at most", async () => {
  const server = startServer()
  const editor = server.open()
  editor.type("Un")
  await saveOpenEditors()
  expect(server.note.text).toBe("Un")
  server.change = () => new Promise(() => {})
  editor.type("Deux")
  const ended = vi.fn()
  void saveOpenEditors().then(ended)
  await pass(3900)
  expect(ended).not.toHaveBeenCalled()
  await pass(100)
  expect(ended).toHaveBeenCalled()
})
