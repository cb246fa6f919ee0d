import { IDBFactory, IDBObjectStore } from "fake-indexeddb"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { contactFields } from "#server/testing/fixtures.ts"
import {
  addReceipts,
  changeRecord,
  deleteExpired,
  deleteReceipts,
  deleteRecords,
  listReceipts,
  listRecords,
  putRecord,
  replaceRecord,
  takeSent,
} from "./contact-database.ts"
import { createRecord, type RequestRecord } from "./request-record.ts"
import { sendRequests } from "./send-requests.ts"

beforeEach(() => void vi.stubGlobal("indexedDB", new IDBFactory()))
afterEach(() => void vi.restoreAllMocks())

const receipt = { reference: "LIS-1", statusUrl: "/demande/1" }

function record(idempotencyKey: string, given: Partial<RequestRecord> = {}): RequestRecord {
  return { ...createRecord("form", Date.now()), idempotencyKey, body: contactFields, ...given }
}

const kept = async () => (await listRecords()).map(({ idempotencyKey, state }) => `${idempotencyKey} ${state}`)

test("a changed request takes the place of the one before", async () => {
  await replaceRecord(undefined, record("1"))
  await replaceRecord("1", record("2"))
  expect(await kept()).toEqual(["2 draft"])
  await replaceRecord("2", undefined)
  expect(await kept()).toEqual([])
})

test.each(["sending", "sent"] as const)("a form neither replaces nor deletes a request that is %s", async (state) => {
  await putRecord(record("1", { state }))
  await replaceRecord("1", record("1"))
  await replaceRecord("1", undefined)
  expect(await kept()).toEqual([`1 ${state}`])
  await replaceRecord("1", record("2"))
  expect(await kept()).toEqual([`1 ${state}`, "2 draft"])
})

test("of two that change a request at the same time one is too late", async () => {
  await putRecord(record("1", { state: "waiting" }))
  const both = [changeRecord("1", { type: "withdrawn" }), changeRecord("1", { type: "received", receipt })]
  expect((await Promise.all(both)).map((changed) => changed?.state)).toEqual(["draft", undefined])
  expect(await changeRecord("2", { type: "withdrawn" })).toBeUndefined()
  expect(await kept()).toEqual(["1 draft"])
})

test("one of two tabs shows that a request is sent", async () => {
  await putRecord(record("1", { state: "sent" }))
  expect(await Promise.all([takeSent("1"), takeSent("1")])).toEqual([true, false])
  await putRecord(record("2", { state: "sending" }))
  expect(await takeSent("2")).toBe(false)
  expect(await kept()).toEqual(["2 sending"])
})

test("what nobody has changed for a week is deleted, or everything at once", async () => {
  const now = Date.now()
  const states = ["draft", "waiting", "sending", "sent", "rejected"] as const
  for (const state of states) {
    await putRecord(record(`old ${state}`, { state, changedAt: now - 7 * 86_400_000 }))
    await putRecord(record(`new ${state}`, { state, changedAt: now - 6 * 86_400_000 }))
  }
  await deleteExpired(now)
  expect((await kept()).sort()).toEqual(states.map((state) => `new ${state} ${state}`).sort())
  await deleteRecords()
  expect(await kept()).toEqual([])
})

const picture = { id: "a", fileName: "a.jpg", blob: new Blob(["a"]) }

/** Stores texts and answers them like the site; pictures do not pass. */
function answerTexts(before: () => Promise<unknown> = async () => undefined): typeof fetch {
  return async (url) => {
    if (url !== "/api/contact") throw new TypeError("Failed to fetch")
    await before()
    return Response.json({ reference: "LIS-1", statusUrl: "https://lisanga.example/demande/1" })
  }
}

test("what waits is sent, and what was sent already is not", async () => {
  await putRecord(record("1", { state: "waiting" }))
  await putRecord(record("2", { state: "waiting", pictures: [picture] }))
  await putRecord(record("3", { state: "sent", receipt }))
  await putRecord(record("4"))
  const told = vi.fn()
  const send = vi.fn(answerTexts())
  expect(await sendRequests(send, told)).toBe(1)
  expect(await kept()).toEqual(["1 sent", "2 sending", "3 sent", "4 draft"])
  expect(told).toHaveBeenCalledOnce()
  expect(send.mock.calls.filter(([url]) => url === "/api/contact")).toHaveLength(2)
})

test("a request that is changed while its text is being sent has a receipt beside the changed one", async () => {
  await putRecord(record("1", { state: "waiting", pictures: [picture] }))
  const change = () => replaceRecord("1", record("2", { pictures: [picture] }))
  expect(await sendRequests(answerTexts(change))).toBe(0)
  expect(await kept()).toEqual(["2 draft", "1 sent"].sort())
  expect(await listRecords()).toContainEqual(
    expect.objectContaining({
      idempotencyKey: "1",
      pictures: [],
      receipt: expect.objectContaining({ reference: "LIS-1" }),
    }),
  )
})

test("a request that is withdrawn before its text has arrived is not sent later", async () => {
  await putRecord(record("1", { state: "waiting" }))
  const offline = async () => {
    await changeRecord("1", { type: "withdrawn" })
    throw new TypeError("Failed to fetch")
  }
  expect(await sendRequests(answerTexts(offline))).toBe(1)
  expect(await kept()).toEqual(["1 draft"])
})

test("pictures that did not follow for six days are given up, and are missing", async () => {
  const changedAt = Date.now() - 6 * 86_400_000
  await putRecord(record("1", { state: "sending", receipt, pictures: [picture], changedAt }))
  const send = vi.fn(answerTexts())
  expect(await sendRequests(send)).toBe(0)
  expect(send).not.toHaveBeenCalled()
  expect(await listRecords()).toMatchObject([{ state: "sent", missing: 1, pictures: [] }])
})

const references = async () => (await listReceipts()).map(({ reference }) => reference)

test("a text that arrives leaves its receipt, which stays when the record goes", async () => {
  await putRecord(record("1", { state: "waiting" }))
  await sendRequests(answerTexts())
  await takeSent("1")
  expect(await listRecords()).toEqual([])
  expect(await listReceipts()).toEqual([{ ...receipt, sector: contactFields.sector, sentAt: expect.any(Number) }])
})

test("a receipt that was forgotten does not come back with the pictures that follow", async () => {
  await putRecord(record("1", { state: "waiting", pictures: [picture] }))
  await sendRequests(answerTexts())
  expect(await references()).toEqual(["LIS-1"])
  await deleteReceipts(["LIS-1"])
  await changeRecord("1", { type: "completed", receipt })
  expect(await kept()).toEqual(["1 sent"])
  expect(await references()).toEqual([])
})

test("a request that was withdrawn while its text arrived leaves its receipt, too", async () => {
  await putRecord(record("1", { state: "waiting", pictures: [picture] }))
  await sendRequests(answerTexts(() => replaceRecord("1", record("2"))))
  expect(await references()).toEqual(["LIS-1"])
})

test("the newest fifty receipts are kept, each as long as its link is valid", async () => {
  const now = Date.now()
  const many = Array.from({ length: 60 }, (_, index) => ({ reference: `${index}`, statusUrl: "", sentAt: now - index }))
  await addReceipts(many)
  expect(await references()).toEqual(many.slice(0, 50).map(({ reference }) => reference))
  expect(await listReceipts(now - 9 + 180 * 86_400_000)).toHaveLength(9)
  await deleteExpired(now - 9 + 180 * 86_400_000)
  expect(await references()).toHaveLength(9)
  await deleteReceipts()
  expect(await references()).toEqual([])
})

test("a database of the release before gets room for receipts, and keeps its records", async () => {
  const opening = indexedDB.open("contact", 2)
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore("records", { keyPath: "idempotencyKey" })
    opening.result.createObjectStore("blobs")
  }
  await new Promise((resolve) => Object.assign(opening, { onsuccess: resolve }))
  const { pictures, ...former } = record("1")
  const transaction = opening.result.transaction("records", "readwrite")
  transaction.objectStore("records").put({ ...former, photos: pictures })
  await new Promise((resolve) => Object.assign(transaction, { oncomplete: resolve }))
  opening.result.close()
  expect(await kept()).toEqual(["1 draft"])
  await addReceipts([{ ...receipt, sentAt: Date.now() }])
  expect(await references()).toEqual(["LIS-1"])
})

/** Opens a database of version 1, as earlier releases made it, and stores requests and pictures in it. */
async function storeFormer(requests: object[], pictures: object[]) {
  const opening = indexedDB.open("contact", 1)
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore("requests", { keyPath: "requestId" })
    opening.result.createObjectStore("photos", { keyPath: "id" })
  }
  await new Promise((resolve) => Object.assign(opening, { onsuccess: resolve }))
  const transaction = opening.result.transaction(["requests", "photos"], "readwrite")
  for (const request of requests) transaction.objectStore("requests").put(request)
  for (const one of pictures) transaction.objectStore("photos").put(one)
  await new Promise((resolve) => Object.assign(transaction, { oncomplete: resolve }))
  opening.result.close()
}

/** Keeps the drafts of an earlier release in localStorage. */
function storeFormerDrafts(drafts: Record<string, object>) {
  const storage = {
    getItem: (key: string) => texts[key] ?? null,
    setItem: (key: string, text: string) => void Object.assign(texts, { [key]: text }),
    removeItem: (key: string) => void delete texts[key],
  }
  const texts: Record<string, string> = Object.create(storage)
  for (const [form, draft] of Object.entries(drafts)) texts[form] = JSON.stringify(draft)
  vi.stubGlobal("localStorage", texts)
  return texts
}

test("requests that an earlier release has kept become records once, and those that wait are sent", async () => {
  const now = Date.now()
  const former = { fields: contactFields, photos: [], createdAt: new Date(now).toISOString() }
  const posted = { blob: new Blob(), fileName: "b", name: "b-1.webp" }
  const texts = storeFormerDrafts({ contact: { values: contactFields, startedAt: now, requestId: "1" } })
  await storeFormer(
    [
      { ...former, requestId: "1", photos: [{ blob: picture.blob, fileName: "a.jpg", name: "a-1.webp" }, posted] },
      { ...former, requestId: "2", draft: "contact-1", photos: [picture], receipt, isShown: true },
      { ...former, requestId: "3", draft: "contact-1", receipt, missing: 1 },
      { ...former, requestId: "4", draft: "contact-1", rejection: { message: "Refusée", errors: {} } },
    ],
    [{ ...picture, addedAt: now }],
  )
  await deleteExpired(now)
  const records = await listRecords()
  expect(records).toMatchObject([
    {
      form: "contact",
      state: "waiting",
      values: contactFields,
      attached: ["b-1.webp"],
      pictures: [{ name: "a-1.webp" }],
    },
    { form: "contact-1", state: "sending", receipt, isShown: true, pictures: [{ fileName: "a.jpg" }] },
    { form: "contact-1", state: "sent", receipt, missing: 1 },
    { form: "contact-1", state: "rejected", rejection: { message: "Refusée" } },
  ])
  expect(records.map(({ changedAt }) => changedAt)).toEqual([now, now, now, now])
  expect(Object.keys(texts)).toEqual(["contact-kept", "mes-demandes", "waiting"])
  const send = vi.fn(answerTexts())
  await sendRequests(send)
  expect(await kept()).toEqual(["1 sent", "2 sending", "3 sent", "4 rejected"])
  const { photos: pictures, requestId } = JSON.parse(String(send.mock.calls[0]?.[1]?.body))
  expect({ photos: pictures, requestId }).toEqual({ photos: ["b-1.webp", "a-1.webp"], requestId: "1" })
})

test("what was typed and chosen in an earlier release becomes a draft, unless it is a week old", async () => {
  const now = Date.now()
  const draft = {
    values: { message: "Bonjour" },
    startedAt: now - 1000,
    changedAt: now,
    prepared: "Bon",
    attached: ["b"],
  }
  const old = { values: { message: "Autre" }, startedAt: now - 8 * 86_400_000 }
  const texts = storeFormerDrafts({ contact: draft, "contact-1": old, "contact-2": {}, token: {} })
  await storeFormer([], [{ ...picture, draft: "contact", addedAt: now, isOriginal: true }])
  await deleteExpired(now)
  expect(await listRecords()).toMatchObject([
    {
      ...draft,
      form: "contact",
      state: "draft",
      idempotencyKey: expect.stringMatching(/^[\da-f-]{36}$/),
      pictures: [picture],
    },
  ])
  expect(Object.keys(texts).sort()).toEqual(["contact-kept", "mes-demandes", "token"])
})

test("pictures are stored under the name that the records of earlier visits have", async () => {
  await putRecord(record("1", { pictures: [picture] }))
  const opening = indexedDB.open("contact")
  await new Promise((resolve) => Object.assign(opening, { onsuccess: resolve }))
  const reading = opening.result.transaction("records").objectStore("records").get("1")
  await new Promise((resolve) => Object.assign(reading, { onsuccess: resolve }))
  opening.result.close()
  expect(reading.result).toMatchObject({ photos: [{ id: "a", fileName: "a.jpg" }] })
  expect(reading.result).not.toHaveProperty("pictures")
})

test("the bytes of a picture are written once, not with each letter, and deleted with the last record that has them", async () => {
  const put = vi.spyOn(IDBObjectStore.prototype, "put")
  const blobsPut = () => put.mock.calls.filter(([value]) => value instanceof Blob).length
  const original = { ...picture, isOriginal: true }
  await replaceRecord(undefined, record("1", { pictures: [original] }))
  await replaceRecord("1", record("2", { pictures: [original] }))
  expect(blobsPut()).toBe(1)
  const shrunk = { ...picture, blob: new Blob(["b"]) }
  await replaceRecord("2", record("3", { pictures: [shrunk] }))
  expect(blobsPut()).toBe(2)
  const [stored] = await listRecords()
  expect(await stored?.pictures[0]?.blob.text()).toBe("b")
  await replaceRecord("3", undefined)
  const blobs = vi.spyOn(IDBObjectStore.prototype, "getAllKeys")
  await replaceRecord(undefined, record("4"))
  expect(await resultOf(blobs.mock.results[0]?.value)).toEqual([])
})

function resultOf<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve) => {
    if (request.readyState === "done") resolve(request.result)
    else request.addEventListener("success", () => resolve(request.result))
  })
}
