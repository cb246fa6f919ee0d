// @module-tag engines
import { randomUUID } from "node:crypto"
import { readdirSync } from "node:fs"
import { expect, test } from "vitest"
import { DAY_MS, HOUR_MS } from "#server/contract/durations.ts"
import type { MessageSearchResult } from "#server/contract/messages.ts"
import { contactFields } from "#server/testing/fixtures.ts"
import { createForm, createImageFile } from "#server/testing/image-files.ts"
import { signInAs } from "#server/testing/sign-in-as.ts"
import { startApp } from "#server/testing/start-app.ts"
import { deleteOldMessages, emptyMessageTrash } from "./delete-messages.ts"
import { completeErasures } from "./erasures.ts"

const phone = "+243812345678"

/** Starts with requests with pictures, on a clock that the test advances. */
async function startInbox() {
  const clock = { time: Date.UTC(2026, 2, 3, 9, 15) }
  const site = await startApp({ now: () => new Date(clock.time), outbox: { wake() {} } })
  const headers = await signInAs(site, "admin")
  return {
    ...site,
    clock,
    headers,
    signInAgain: async () => Object.assign(headers, await signInAs(site, "admin")),
    async send(given: object, colour?: string) {
      const pictures = colour ? await uploadPicture(site, colour) : []
      const response = await site.postJson("/api/contact", { ...contactFields, ...given, photos: pictures })
      expect(response.status).toBe(201)
      return (await response.json()) as { id: number; statusUrl: string; reference: string }
    },
    change: (id: number, action: object) =>
      site.postJson("/trpc/messages.change", { ids: [id], action, batchId: randomUUID() }, headers),
    exported: (id: number, others = "") => site.request(`/api/admin/messages/${id}/person${others}`, { headers }),
    erase: (id: number, others: number[] = [], batchId = randomUUID()) =>
      site.postJson("/trpc/messages.erasePerson", { id, others, batchId }, headers),
    restore: (batchId: string) => site.postJson("/trpc/messages.restorePerson", batchId, headers),
    async query<Data>(path: string): Promise<Data> {
      const response = await site.request(`/trpc/${path}`, { headers })
      expect(response.status, path).toBe(200)
      return ((await response.json()) as { result: { data: Data } }).result.data
    },
    async complete() {
      clock.time += 7 * DAY_MS + 1
      await completeErasures(site)
    },
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

async function uploadPicture(site: Awaited<ReturnType<typeof startApp>>, colour: string): Promise<string[]> {
  const form = new FormData()
  form.set("images", await createImageFile({ colour, encode: (ground) => ground.png() }), "photo.png")
  const response = await site.request("/api/contact/photos", { method: "POST", body: form })
  expect(response.status).toBe(201)
  return ((await response.json()) as { filenames: string[] }).filenames
}

test("one person’s data is exported: requests of the same address and telephone, entries, pictures, verdicts", async () => {
  await using site = await startInbox()
  const first = await site.send({ email: "Rosine@exemple.cd", phone }, "red")
  const second = await site.send({ email: "rosine@exemple.cd", phone })
  await site.send({ email: "rosine@exemple.cd" })
  await site.send({ email: "autre@exemple.cd", phone })
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
  expect(person.requests.map(({ id }) => id)).toEqual([first.id, second.id])
  const [{ entries, photos: pictures } = {}] = person.requests as {
    entries?: object[]
    photos?: { content: string }[]
  }[]
  expect(entries).toMatchObject([{ kind: "addition", text: "Il y a un puits." }, { kind: "state" }])
  expect(
    Buffer.from(pictures?.[0]?.content ?? "", "base64")
      .subarray(1, 4)
      .toString(),
  ).toBe("PNG")
})

test("whoever types somebody else’s number neither gets nor erases that person’s requests", async () => {
  await using site = await startInbox()
  const victim = await site.send({ email: "rosine@exemple.cd", phone }, "red")
  const byPhoneOnly = await site.send({ email: "", phone })
  const stranger = await site.send({ email: "inconnu@exemple.cd", phone })
  const { requests } = (await (await site.exported(stranger.id)).json()) as { requests: { id: number }[] }
  expect(requests.map(({ id }) => id)).toEqual([stranger.id])
  expect((await site.erase(stranger.id)).status).toBe(200)
  await site.complete()
  expect(await site.ids()).toEqual([victim.id, byPhoneOnly.id])
})

test.each([{ phone: undefined }, { email: "" }])(
  "whoever types somebody else’s only address gets none of these requests unless they are ticked: %o",
  async (lacking) => {
    await using site = await startInbox()
    const victim = await site.send({ email: "rosine@exemple.cd", phone, ...lacking }, "red")
    const stranger = await site.send({ email: "rosine@exemple.cd", phone, ...lacking })
    const reason = "email" in lacking ? "phone" : "email"
    expect(await site.query(`messages.person?input=${stranger.id}`)).toMatchObject({
      requests: 1,
      others: [{ id: victim.id, reason }],
    })
    const { requests } = (await (await site.exported(stranger.id)).json()) as { requests: { id: number }[] }
    expect(requests.map(({ id }) => id)).toEqual([stranger.id])
    await site.erase(stranger.id)
    await site.complete()
    expect(await site.ids()).toEqual([victim.id])
  },
)

test("requests that share only one of both are listed with the reason, and go where they are ticked", async () => {
  await using site = await startInbox()
  const first = await site.send({ email: "Rosine@exemple.cd", phone }, "red")
  const sameEmail = await site.send({ email: "rosine@exemple.cd" }, "green")
  const samePhone = await site.send({ email: "autre@exemple.cd", phone })
  const foreign = await site.send({ email: "amina@exemple.cd" })
  expect(await site.query(`messages.person?input=${first.id}`)).toMatchObject({
    requests: 1,
    pictures: 1,
    others: [
      { id: samePhone.id, reason: "phone", pictures: 0 },
      { id: sameEmail.id, reason: "email", pictures: 1 },
    ],
  })
  const response = await site.exported(first.id, `?avec=${sameEmail.id}`)
  const { requests } = (await response.json()) as { requests: { id: number }[] }
  expect(requests.map(({ id }) => id)).toEqual([first.id, sameEmail.id])
  for (const others of [[foreign.id], [sameEmail.id, 999]]) {
    expect((await site.erase(first.id, others)).status).toBe(409)
    expect((await site.exported(first.id, `?avec=${others}`)).status).toBe(409)
  }
  expect((await site.exported(first.id, "?avec=x")).status).toBe(400)
  expect(await (await site.erase(first.id, [sameEmail.id])).json()).toMatchObject({
    result: { data: { requests: 2, pictures: 2 } },
  })
  await site.complete()
  expect(await site.ids()).toEqual([samePhone.id, foreign.id])
})

test("erasing and its undo need the right and the confirmation of exporting", async () => {
  await using site = await startInbox()
  const { id } = await site.send({ email: "rosine@exemple.cd" })
  const erased = await site.send({ email: "amina@exemple.cd" })
  const batchId = randomUUID()
  await site.erase(erased.id, [], batchId)
  site.clock.time += HOUR_MS
  for (const response of [await site.erase(id), await site.exported(id), await site.restore(batchId)]) {
    expect(response.status).toBe(403)
    expect(await response.text()).toContain("Confirmez d’abord que c’est bien vous")
  }
  await site.signInAgain()
  expect((await site.restore(batchId)).status).toBe(200)
})

test("an erased person’s requests are nowhere to be seen, and come back as they were", async () => {
  await using site = await startInbox()
  const first = await site.send({ email: "rosine@exemple.cd", phone, message: "Un devis pour mon puits" }, "red")
  const trashed = await site.send({ email: "rosine@exemple.cd", phone })
  await site.change(trashed.id, { kind: "trash" })
  site.clock.time += 1000
  const seen = async () => {
    const lists = []
    for (const folder of ["", ',"folder":"new"', ',"folder":"trashed"']) {
      for (const search of ["", "puits"]) {
        const input = encodeURIComponent(`{"search":"${search}","page":1${folder}}`)
        const { messages, folders } = await site.query<MessageSearchResult>(`messages.search?input=${input}`)
        lists.push({ ids: messages.map(({ id }) => id), folders })
      }
    }
    const rest = [await site.request("/api/contact-messages?state=trashed", site), await site.exported(first.id)]
    const page = await site.request(`/trpc/messages.status?input="${first.statusUrl.slice(-22)}"`)
    const picture = await site.request(`/api/admin/message-photos/${site.files()[0]}`, site)
    const restText = await rest[0]?.text()
    return { lists, restText, statuses: [rest[1]?.status, page.status, picture.status] }
  }
  const before = await seen()
  expect(before.statuses).toEqual([200, 200, 200])
  const batchId = randomUUID()
  await site.erase(first.id, [], batchId)
  expect(await (await site.erase(first.id, [], batchId)).json(), "a repeated call").toMatchObject({
    result: { data: { requests: 2 } },
  })
  const hidden = await seen()
  expect(hidden.statuses).toEqual([404, 404, 404])
  expect(hidden.restText).toBe("[]")
  for (const { ids, folders } of hidden.lists) {
    expect(ids).toEqual([])
    expect(folders).toMatchObject({ new: 0, trashed: 0 })
  }
  const addition = { token: first.statusUrl.slice(-22), text: "Et alors ?" }
  expect((await site.postJson("/trpc/messages.add", addition)).status).toBe(404)
  expect((await site.erase(first.id)).status).toBe(404)
  expect(await site.query("messages.erasures")).toMatchObject([
    { batchId, name: first.reference, requests: 2, pictures: 1 },
  ])
  site.clock.time += 7 * DAY_MS - HOUR_MS
  await completeErasures(site)
  await emptyMessageTrash(site)
  await site.signInAgain()
  expect(await (await site.restore(batchId)).json()).toEqual({ result: { data: { requests: 2 } } })
  expect(await seen()).toEqual(before)
  expect((await site.restore(batchId)).status).toBe(404)
})

test("a week later one person is erased with pictures, links, mails and verdicts, and nobody else", async () => {
  await using site = await startInbox()
  const first = await site.send({ email: "Rosine@exemple.cd", phone, firstName: "Rosine" }, "red")
  const second = await site.send({ email: "rosine@exemple.cd", phone, firstName: "Rosine" }, "green")
  const other = await site.send({ email: "amina@exemple.cd" }, "goldenrod")
  await site.postJson("/trpc/messages.add", { token: first.statusUrl.slice(-22), text: "Rosine habite au 5." })
  await site.change(second.id, { kind: "state", state: "spam" })
  await site.change(first.id, { kind: "trash" })
  expect(site.files()).toHaveLength(3)
  const batchId = randomUUID()
  const response = await site.erase(first.id, [], batchId)
  expect(await response.json()).toEqual({
    result: { data: { requests: 2, pictures: 2, notice: expect.stringContaining("sauvegardes") } },
  })
  expect(site.files()).toHaveLength(3)
  await site.complete()
  expect(await site.ids()).toEqual([other.id])
  expect(site.files()).toHaveLength(1)
  expect((await site.restore(batchId)).status).not.toBe(200)
  expect(await site.everything()).not.toMatch(/rosine|812345678/i)
  const audit = await site.db
    .selectFrom("audit")
    .select(["action", "subjectId", "subjectName", "accountId", "details"])
    .where("action", "=", "erase person")
    .orderBy("id")
    .execute()
  expect(audit).toEqual([
    {
      action: "erase person",
      subjectId: null,
      subjectName: first.reference,
      accountId: expect.any(Number),
      details: '{"requests":2,"photos":2}',
    },
    {
      action: "erase person",
      subjectId: null,
      subjectName: null,
      accountId: null,
      details: expect.stringMatching(/^{"count":2,"photos":2,/),
    },
  ])
  expect((await site.request(new URL(first.statusUrl).pathname)).status).toBe(404)
  expect(await site.db.selectFrom("erasures").selectAll().execute()).toEqual([])
})

test("verdicts on other addresses of the person’s requests are exported and erased, but not those of another person", async () => {
  await using site = await startInbox()
  const email = "rosine@exemple.cd"
  const shared = "+243812345679"
  const { id } = await site.send({ email })
  const requests = [await site.send({ email, phone }), await site.send({ email, phone: shared })]
  const others = requests.map((request) => request.id)
  await site.send({ email: "amina@exemple.cd", phone: shared })
  for (const request of requests) await site.change(request.id, { kind: "state", state: "spam" })
  const response = await site.exported(id, `?avec=${others}`)
  const { verdicts } = (await response.json()) as { verdicts: { sender: string }[] }
  expect(verdicts.map(({ sender }) => sender).sort()).toEqual([phone, shared, email])
  await site.erase(id, others)
  await site.complete()
  expect(await site.db.selectFrom("senders").select("sender").execute()).toEqual([{ sender: shared }])
})

test("a picture that somebody else has sent too stays private in that request", async () => {
  await using site = await startInbox()
  const first = await site.send({ email: "rosine@exemple.cd" }, "red")
  await site.send({ email: "amina@exemple.cd" }, "red")
  await site.erase(first.id)
  await site.complete()
  expect(site.files()).toHaveLength(1)
  expect((await site.request(`/api/admin/message-photos/${site.files()[0]}`, site)).status).toBe(200)
})

test("a picture of the person that was published disappears from projects and pages at once, and for good", async () => {
  await using site = await startInbox()
  const { id } = await site.send({ email: "rosine@exemple.cd" }, "red")
  const name = await publish(site, "red")
  expect(site.files()).toEqual([name])
  await site.db.insertInto("contentImages").values({ page: "accueil", state: "published", image: name }).execute()
  await site.db.updateTable("images").set({ libraryAt: site.now().toISOString() }).execute()
  expect((await site.request(`/uploads/${name}`)).status).toBe(200)
  await site.erase(id)
  expect((await site.request(`/uploads/${name}`)).status).toBe(404)
  expect(await (await site.request("/api/projects")).json()).toMatchObject([{ project_images: [] }])
  await site.complete()
  expect(site.files()).toEqual([])
  expect(await site.db.selectFrom("images").selectAll().execute()).toEqual([])
})

/** Publishes a picture by an upload of its file, and returns its name. */
async function publish(site: Awaited<ReturnType<typeof startInbox>>, colour: string): Promise<string> {
  const image = await createImageFile({ colour, encode: (ground) => ground.png() })
  const upload = { method: "POST", body: createForm({ images: image }), headers: site.headers }
  const { filenames } = (await (await site.request("/upload", upload)).json()) as { filenames: string[] }
  const [name = ""] = filenames
  const project = { name: "Puits", description: "Foré", status: "Terminé", sector: "Construction", images: [{ name }] }
  expect((await site.postJson("/trpc/projects.create", project, site.headers)).status).toBe(200)
  return name
}

test("a stranger can name no picture of somebody else, published or not, and takes none away that he uploads", async () => {
  await using site = await startInbox()
  const sender = await site.send({ email: "rosine@exemple.cd", phone }, "red")
  const name = await publish(site, "red")
  site.clock.time += DAY_MS
  await site.signInAgain()
  const named = { ...contactFields, email: "inconnu@exemple.cd", photos: [name] }
  const name400 = async () => {
    const response = await site.postJson("/api/contact", named)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ errors: { photos: expect.stringContaining("plus disponible") } })
  }
  await name400()
  const stranger = await site.send({ email: "inconnu@exemple.cd" }, "red")
  await site.erase(stranger.id)
  expect((await site.request(`/uploads/${name}`)).status).toBe(200)
  await site.complete()
  expect((await site.request(`/uploads/${name}`)).status).toBe(200)
  await site.signInAgain()
  await site.erase(sender.id)
  expect((await site.request(`/uploads/${name}`)).status).toBe(404)
  await name400()
  await site.complete()
  expect(site.files()).toEqual([])
})

test("a published picture stays while a request is left that has brought it, too", async () => {
  await using site = await startInbox()
  const first = await site.send({ email: "rosine@exemple.cd" }, "red")
  const second = await site.send({ email: "amina@exemple.cd" }, "red")
  const name = await publish(site, "red")
  await site.erase(first.id)
  expect((await site.request(`/uploads/${name}`)).status).toBe(200)
  await site.erase(second.id)
  expect((await site.request(`/uploads/${name}`)).status).toBe(404)
})

test("the company’s own picture stays where a visitor has only sent it back", async () => {
  await using site = await startInbox()
  const image = await createImageFile({ colour: "red", encode: (ground) => ground.png() })
  await site.request("/upload", { method: "POST", body: createForm({ images: image }), headers: site.headers })
  const [name = ""] = site.files()
  await site.db.updateTable("images").set({ libraryAt: site.now().toISOString() }).execute()
  const { id } = await site.send({ email: "rosine@exemple.cd" }, "red")
  await site.erase(id)
  await site.complete()
  expect((await site.request(`/uploads/${name}`)).status).toBe(200)
})

test("more requests than one transaction deletes are erased as well", async () => {
  await using site = await startInbox()
  const { id } = await site.send({ email: "rosine@exemple.cd", phone })
  const row = { ...contactFields, email: "ROSINE@exemple.cd", phone, fullNameFolded: "", messageFolded: "" }
  const rows = Array.from({ length: 450 }, () => ({ ...row, createdAt: "2026-03-03T09:15:00.000Z" }))
  await site.db.insertInto("messages").values(rows).execute()
  expect(await (await site.erase(id)).json()).toMatchObject({ result: { data: { requests: 451 } } })
  await site.complete()
  expect(await site.ids()).toEqual([])
})

test("the trash keeps a request for 30 days, then its pictures go too", async () => {
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

test("requests of 24 months ago go with their pictures and what was learnt of their senders", async () => {
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
