import { randomUUID } from "node:crypto"
import { readdirSync } from "node:fs"
import { expect, test } from "vitest"
import { DAY_MS } from "#server/contract/durations.ts"
import { contactFields } from "#server/testing/fixtures.ts"
import { createImageFile } from "#server/testing/image-files.ts"
import { signInAs } from "#server/testing/sign-in-as.ts"
import { startApp } from "#server/testing/start-app.ts"
import { deleteOldMessages, emptyMessageTrash } from "./delete-messages.ts"

const phone = "+243812345678"

/** Starts with requests with photos, on a clock that the test advances. */
async function startInbox() {
  const clock = { time: Date.UTC(2026, 2, 3, 9, 15) }
  const site = await startApp({ now: () => new Date(clock.time), outbox: { wake() {} } })
  const headers = await signInAs(site, "admin")
  return {
    ...site,
    clock,
    headers,
    async send(given: object, colour?: string) {
      const photos = colour ? await uploadPhoto(site, colour) : []
      const response = await site.postJson("/api/contact", { ...contactFields, ...given, photos })
      expect(response.status).toBe(201)
      return (await response.json()) as { id: number; statusUrl: string; reference: string }
    },
    change: (id: number, action: object) =>
      site.postJson("/trpc/messages.change", { ids: [id], action, batch: randomUUID() }, headers),
    exported: (id: number) => site.request(`/api/admin/messages/${id}/person`, { headers }),
    erase: (id: number) => site.postJson("/trpc/messages.erasePerson", id, headers),
    ids: async () => (await site.db.selectFrom("messages").select("id").orderBy("id").execute()).map(({ id }) => id),
    files: () => readdirSync(site.uploads).filter((name) => name.endsWith(".png")),
    everything: async () => {
      const tables = [
        "messages",
        "messageEntries",
        "messagePhotos",
        "messageLinks",
        "outbox",
        "senders",
        "audit",
      ] as const
      const rows = []
      for (const table of tables) rows.push(await site.db.selectFrom(table).selectAll().execute())
      return JSON.stringify(rows)
    },
  }
}

async function uploadPhoto(site: Awaited<ReturnType<typeof startApp>>, colour: string): Promise<string[]> {
  const form = new FormData()
  form.set("images", await createImageFile({ colour, encode: (ground) => ground.png() }), "photo.png")
  const response = await site.request("/api/contact/photos", { method: "POST", body: form })
  expect(response.status).toBe(201)
  return ((await response.json()) as { filenames: string[] }).filenames
}

test("one person’s data is exported: requests of the same address or telephone, entries, photos, verdicts", async () => {
  await using site = await startInbox()
  const first = await site.send({ email: "Rosine@exemple.cd", phone }, "red")
  const second = await site.send({ email: "rosine@exemple.cd" })
  const third = await site.send({ email: "autre@exemple.cd", phone })
  await site.send({ email: "amina@exemple.cd" }, "green")
  await site.postJson("/trpc/messages.add", { token: first.statusUrl.slice(-22), text: "Il y a un puits." })
  await site.change(second.id, { kind: "trash" })
  await site.change(first.id, { kind: "state", state: "spam" })
  const response = await site.exported(first.id)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": "application/json",
    "content-disposition": `attachment; filename="demandes-${first.id}.json"`,
    "cache-control": "no-store",
  })
  const person = (await response.json()) as Record<string, unknown> & { requests: Record<string, unknown>[] }
  expect(person).toMatchObject({ email: "Rosine@exemple.cd", phone, notice: expect.stringContaining("sauvegardes") })
  expect(person.verdicts).toHaveLength(2)
  expect(person.requests.map(({ id }) => id)).toEqual([first.id, second.id, third.id])
  const [{ entries, photos } = {}] = person.requests as { entries?: object[]; photos?: { content: string }[] }[]
  expect(entries).toMatchObject([{ kind: "addition", text: "Il y a un puits." }, { kind: "state" }])
  expect(
    Buffer.from(photos?.[0]?.content ?? "", "base64")
      .subarray(1, 4)
      .toString(),
  ).toBe("PNG")
})

test("one person is erased with photos, links, mails and verdicts, and nobody else", async () => {
  await using site = await startInbox()
  const first = await site.send({ email: "Rosine@exemple.cd", phone, firstName: "Rosine" }, "red")
  const second = await site.send({ email: "", phone, firstName: "Rosine" }, "green")
  const other = await site.send({ email: "amina@exemple.cd" }, "goldenrod")
  await site.postJson("/trpc/messages.add", { token: first.statusUrl.slice(-22), text: "Rosine habite au 5." })
  await site.change(second.id, { kind: "state", state: "spam" })
  await site.change(first.id, { kind: "trash" })
  expect(site.files()).toHaveLength(3)
  const response = await site.erase(first.id)
  expect(await response.json()).toEqual({
    result: { data: { requests: 2, photos: 2, notice: expect.stringContaining("sauvegardes") } },
  })
  expect(await site.ids()).toEqual([other.id])
  expect(site.files()).toHaveLength(1)
  expect(await site.everything()).not.toMatch(/rosine|812345678/i)
  const audit = await site.db
    .selectFrom("audit")
    .select(["action", "subjectId", "subjectName", "details"])
    .where("action", "!=", "state")
    .orderBy("id")
    .execute()
  const subjectName = expect.stringMatching(/^LIS-/)
  expect(audit).toEqual([
    {
      action: "trash",
      subjectId: first.id,
      subjectName,
      details: expect.stringMatching(/"after":{"state":"trashed"}/),
    },
    { action: "erase person", subjectId: null, subjectName, details: '{"requests":2,"photos":2}' },
  ])
  expect((await site.request(new URL(first.statusUrl).pathname)).status).toBe(404)
  expect((await site.erase(first.id)).status).toBe(404)
})

test("verdicts on other addresses of the person’s requests are exported and erased, but not those of another person", async () => {
  await using site = await startInbox()
  const email = "rosine@exemple.cd"
  const shared = "+243812345679"
  const { id } = await site.send({ email })
  const requests = [await site.send({ email, phone }), await site.send({ email, phone: shared })]
  await site.send({ email: "amina@exemple.cd", phone: shared })
  for (const request of requests) await site.change(request.id, { kind: "state", state: "spam" })
  const { verdicts } = (await (await site.exported(id)).json()) as { verdicts: { sender: string }[] }
  expect(verdicts.map(({ sender }) => sender).sort()).toEqual([phone, shared, email])
  await site.erase(id)
  expect(await site.db.selectFrom("senders").select("sender").execute()).toEqual([{ sender: shared }])
})

test("a photo that somebody else has sent too stays", async () => {
  await using site = await startInbox()
  const first = await site.send({ email: "rosine@exemple.cd" }, "red")
  await site.send({ email: "amina@exemple.cd" }, "red")
  expect(await (await site.erase(first.id)).json()).toMatchObject({ result: { data: { requests: 1, photos: 0 } } })
  expect(site.files()).toHaveLength(1)
})

test("more requests than one transaction deletes are erased as well", async () => {
  await using site = await startInbox()
  const { id } = await site.send({ email: "rosine@exemple.cd" })
  const row = { ...contactFields, email: "ROSINE@exemple.cd", fullNameFolded: "", messageFolded: "" }
  const rows = Array.from({ length: 450 }, () => ({ ...row, createdAt: "2026-03-03T09:15:00.000Z" }))
  await site.db.insertInto("messages").values(rows).execute()
  expect(await (await site.erase(id)).json()).toMatchObject({ result: { data: { requests: 451 } } })
  expect(await site.ids()).toEqual([])
  const erasures = site.db.selectFrom("audit").select("details").where("action", "=", "erase person")
  expect(await erasures.execute()).toEqual([{ details: '{"requests":451,"photos":0}' }])
})

test("the trash keeps a request for 30 days, then its photos go too", async () => {
  await using site = await startInbox()
  const gone = await site.send({ email: "rosine@exemple.cd" }, "red")
  const kept = await site.send({ email: "amina@exemple.cd" }, "green")
  await site.change(gone.id, { kind: "trash" })
  site.clock.time += 30 * DAY_MS
  await emptyMessageTrash(site)
  expect(await site.ids()).toEqual([gone.id, kept.id])
  site.clock.time += 1
  await emptyMessageTrash(site)
  expect(await site.ids()).toEqual([kept.id])
  expect(site.files()).toHaveLength(1)
  const audit = site.db.selectFrom("audit").select("details").where("action", "=", "empty trash")
  const { details } = await audit.executeTakeFirstOrThrow()
  expect(JSON.parse(details)).toMatchObject({ count: 1, photos: 1 })
})

test("requests of 24 months ago go with their photos and what was learnt of their senders", async () => {
  await using site = await startInbox()
  const { id } = await site.send({ email: "rosine@exemple.cd" }, "red")
  await site.change(id, { kind: "state", state: "spam" })
  site.clock.time = Date.UTC(2028, 2, 3, 9, 15)
  await deleteOldMessages(site)
  expect(await site.ids()).toEqual([id])
  site.clock.time += 1
  await deleteOldMessages(site)
  expect(await site.ids()).toEqual([])
  expect(site.files()).toEqual([])
  expect(await site.db.selectFrom("senders").selectAll().execute()).toEqual([])
  expect(site.lines.join("")).toContain('"photos":1')
})
