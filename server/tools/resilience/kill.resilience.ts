import { createHash, randomUUID } from "node:crypto"
import { setTimeout as pause } from "node:timers/promises"
import { expect, test } from "vitest"
import { type SendHttp, UploadError } from "#client/uploads/http.ts"
import { type ResumableUpload, uploadInChunks } from "#client/uploads/resumable-upload.ts"
import { demoProjects } from "#server/demo/projects.ts"
import { createForm } from "#server/testing/image-files.ts"
import { runServer } from "#server/testing/run-server.ts"
import { type Site, startSite } from "#server/testing/start-site.ts"
import { createTemporaryFolder } from "#server/testing/test-site.ts"
import { figuresOf } from "./figures.ts"
import {
  ageFiles,
  checkIntegrity,
  checkPictures,
  countRows,
  listLost,
  listUnfinished,
  readRows,
} from "./inspect-data.ts"
import { chooseSeed, randomNumbers } from "./random.ts"
import { createProject, makeNoise, makePictures, request, sendContact, signIn } from "./visitor.ts"

const figures = figuresOf("kill", "Killed (SIGKILL) in the midst of work")
const seed = chooseSeed()
const random = randomNumbers(seed)

const ROUNDS = 12
const REQUESTS = 200
const PROJECTS = 16

/** The requests and projects that the site acknowledged in a round. */
interface Acknowledged {
  contacts: Map<string, number>
  projects: { id: number; name: string; images: string[] }[]
  unanswered: string[]
}

/** Prepares the requests of a round; the pictures are made before any of them is sent. */
async function prepareRound(site: Site, round: number) {
  const headers = await signIn(site)
  const pictures = await Promise.all(Array.from({ length: PROJECTS }, () => makePictures(2, 800)))
  const acknowledged: Acknowledged = { contacts: new Map(), projects: [], unanswered: [] }
  return { acknowledged, sendAll: () => sendAll(site, { headers, pictures, acknowledged, round }) }
}

interface Round {
  headers: { Cookie: string }
  pictures: File[][]
  acknowledged: Acknowledged
  round: number
}

/** Sends all at once. `contacts` and `all` resolve once those requests were answered or cut off. */
function sendAll(site: Site, { headers, pictures, acknowledged, round }: Round) {
  const contacts = Array.from({ length: REQUESTS }, async () => {
    const requestId = randomUUID()
    const { status, text } = await sendContact(site, { requestId })
    if (status === 201) acknowledged.contacts.set(requestId, JSON.parse(text).id)
    else acknowledged.unanswered.push(requestId)
  })
  const projects = pictures.map(async (files, number) => {
    const name = `Projet ${round}-${number}`
    const { status, text } = await createProject(site, headers, { name, pictures: files })
    if (status !== 201) return
    const { id, project_images: images } = JSON.parse(text).project
    acknowledged.projects.push({ id, name, images })
  })
  return { contacts: Promise.all(contacts), all: Promise.all([...contacts, ...projects]) }
}

/** Times a round without a kill: the milliseconds until the contact requests, and until all requests, are answered. */
async function timeRound(dataDir: string) {
  await using site = await startSite({ dataDir, settings: { DEMO_CONTENT: "0" } })
  const { acknowledged, sendAll } = await prepareRound(site, 0)
  const start = performance.now()
  const { contacts, all } = sendAll()
  await contacts
  const contactsMs = performance.now() - start
  await all
  expect([acknowledged.contacts.size, acknowledged.projects.length]).toEqual([REQUESTS, PROJECTS])
  return { contactsMs, allMs: performance.now() - start }
}

test("what was acknowledged before a kill is there after it, once, with its pictures", async () => {
  using folder = createTemporaryFolder()
  const dataDir = folder.path
  figures.step(`seed ${seed}`)
  const usual = await timeRound(dataDir)
  const sum = { contacts: 0, projects: 0, pictures: 0, unanswered: 0, unfinished: 0, late: 0 }
  for (let round = 1; round <= ROUNDS; round += 1) {
    const site = await startSite({ dataDir })
    const { acknowledged, sendAll } = await prepareRound(site, round)
    // Odd rounds kill during the contact requests; even ones near the end, when the projects' pictures finish together.
    const afterMs = round % 2 ? random() * usual.contactsMs : (0.7 + 0.4 * random()) * usual.allMs
    const { all } = sendAll()
    await pause(afterMs)
    await site.kill()
    await all
    sum.unfinished += (await listUnfinished(dataDir)).length
    figures.step(
      `round ${round}: killed after ${Math.round(afterMs)} ms, ${acknowledged.contacts.size} of ${REQUESTS} and ` +
        `${acknowledged.projects.length} of ${PROJECTS} acknowledged`,
    )
    await using again = await startSite({ dataDir })
    await expectStored(again, acknowledged)
    // Like the browser, the test sends a request without a response again with the same id.
    for (const requestId of acknowledged.unanswered) expect((await sendContact(again, { requestId })).status).toBe(201)
    const rows = readRows<{ id: number; requestId: string }>(
      dataDir,
      "select id, idempotency_key as requestId from messages",
    )
    expect(rows.length).toBe(REQUESTS * (round + 1))
    expect(new Set(rows.map((row) => row.requestId)).size).toBe(rows.length)
    sum.contacts += acknowledged.contacts.size
    sum.projects += acknowledged.projects.length
    sum.pictures += acknowledged.projects.flatMap(({ images }) => images).length
    sum.unanswered += acknowledged.unanswered.length
  }
  // A file without a row stays for an hour, since its request may still be running.
  sum.late = (await checkPictures(dataDir)).lines.length - 1
  await ageFiles(dataDir)
  await (await startSite({ dataDir })).stop()
  expect(await checkPictures(dataDir)).toEqual({ status: 0, lines: ["Images en ordre"] })
  figures.add("kills at random moments", ROUNDS)
  figures.add("contact requests acknowledged before a kill", sum.contacts)
  figures.add("of those lost, or there twice", 0, "0")
  figures.add("requests cut off, and sent again with the same id: there once", sum.unanswered)
  figures.add("projects acknowledged before a kill", sum.projects)
  figures.add("of those lost, or without one of their pictures", 0, "0")
  figures.add("pictures acknowledged, bytes of them lost", `${sum.pictures}, 0`, "0")
  figures.add("half-written files left by kills, deleted by the next start", sum.unfinished)
  figures.add("files left whose row never came, deleted after an hour", sum.late)
  figures.add("integrity check after each round", "ok", "ok")
  figures.add("seed (RESILIENCE_SEED)", String(seed))
})

/** Hashes all bytes, as the store does to name a picture. */
async function hashOf(url: string): Promise<string> {
  const bytes = await (await fetch(url)).bytes()
  return createHash("sha256").update(bytes).digest("hex").slice(0, 32)
}

async function expectStored(site: Site, { contacts, projects }: Acknowledged) {
  const { dataDir, url } = site
  expect(checkIntegrity(dataDir)).toBe("ok")
  expect(readRows(dataDir, "pragma foreign_key_check")).toEqual([])
  const rows = readRows<{ id: number; requestId: string }>(
    dataDir,
    "select id, idempotency_key as requestId from messages",
  )
  const stored = new Map(rows.map((row) => [row.requestId, row.id]))
  expect([...contacts].filter(([requestId, id]) => stored.get(requestId) !== id)).toEqual([])
  expect(new Set(stored.keys()).size).toBe(rows.length)
  for (const { id, name, images } of projects) {
    const shown = JSON.parse((await request(`${url}/api/projects/${id}`)).text)
    expect(shown).toMatchObject({ project_name: name, project_images: images })
    for (const image of images) expect(await hashOf(`${url}/uploads/${image}`)).toBe(image.replace(/\..*/, ""))
  }
  expect(listLost(dataDir)).toEqual([])
  await expect.poll(() => listUnfinished(dataDir), { timeout: 5000 }).toEqual([])
  const wrong = (await checkPictures(dataDir)).lines.filter((line) =>
    /^(Image sans|Fichier inachevé|Variantes)/.test(line),
  )
  expect(wrong).toEqual([])
}

test("a start that is killed on an empty folder is finished by the next one", async () => {
  const kills = 10
  for (let round = 0; round < kills; round += 1) {
    using folder = createTemporaryFolder()
    const afterMs = 150 + random() * 900
    const settings = { DATA_DIR: folder.path, ADMIN_PASSWORD: "mot-de-passe-des-tests" }
    await runServer(settings, undefined, { killAfterMs: afterMs })
    await using site = await startSite({ dataDir: folder.path })
    expect(countRows(folder.path, "projects")).toBe(demoProjects.length)
    expect(countRows(folder.path, "accounts")).toBe(1)
    expect(checkIntegrity(folder.path)).toBe("ok")
    expect(listLost(folder.path)).toEqual([])
    await signIn(site)
  }
  figures.add("first starts killed on an empty folder", kills)
  figures.add("of those not whole after the next start", 0, "0")
})

/** Sends a chunked upload's requests as the browser does; a connection that breaks is an error. */
function sendTo({ url }: Site, headers: { Cookie: string }): SendHttp {
  return (path, { method, headers: more, body }) =>
    fetch(url + path, { method, headers: { ...more, ...headers }, ...(body && { body }) }).catch(() => {
      throw new UploadError("Erreur de réseau")
    })
}

async function uploadTo(site: Site, headers: { Cookie: string }, file: File, upload: ResumableUpload) {
  const send = sendTo(site, headers)
  const options = {
    url: "/api/uploads",
    wholeUrl: "/upload",
    send,
    signal: new AbortController().signal,
    onProgress: () => {},
  }
  return (await uploadInChunks(file, file.name, upload, options)).filenames ?? []
}

test("an upload that a kill breaks off goes on after it, with all that was acknowledged", async () => {
  using folder = createTemporaryFolder()
  const dataDir = folder.path
  const kills = 8
  const pictures = await Promise.all(Array.from({ length: kills + 1 }, () => makeNoise(1400)))
  const [first, ...others] = pictures as [File, ...File[]]
  let site = await startSite({ dataDir, settings: { DEMO_CONTENT: "0" } })
  const headers = await signIn(site)
  await uploadTo(site, headers, first, { acknowledged: 0 })
  const start = performance.now()
  await uploadTo(site, headers, first, { acknowledged: 0 })
  const usualMs = performance.now() - start
  const sum = { acknowledged: 0, interrupted: 0 }
  for (const file of others) {
    const upload: ResumableUpload = { acknowledged: 0 }
    const uploading = uploadTo(site, headers, file, upload).catch(() => undefined)
    await pause(random() * usualMs)
    const { acknowledged } = upload
    await site.kill()
    if (!(await uploading)) sum.interrupted += 1
    site = await startSite({ dataDir })
    if (upload.url) {
      const asked = await fetch(site.url + upload.url, { method: "HEAD", headers })
      expect(Number(asked.headers.get("Upload-Offset"))).toBeGreaterThanOrEqual(acknowledged)
    }
    const filenames = await uploadTo(site, headers, file, upload)
    expect(filenames).toHaveLength(1)
    expect(await hashOf(`${site.url}/uploads/${filenames[0]}`)).toBe(filenames[0]?.replace(/\..*/, ""))
    const form = createForm({ images: file })
    const whole = await request(`${site.url}/upload`, { method: "POST", headers, body: form })
    expect(JSON.parse(whole.text)).toEqual({ success: true, filenames })
    sum.acknowledged += acknowledged
  }
  expect(checkIntegrity(dataDir)).toBe("ok")
  expect(countRows(dataDir, "upload_parts")).toBe(0)
  expect(countRows(dataDir, "images")).toBe(pictures.length)
  expect(listLost(dataDir)).toEqual([])
  await site.stop()
  figures.add("uploads in chunks, each with a kill at a random moment", `${kills}, ${sum.interrupted} broken off`)
  figures.add("bytes of them acknowledged before a kill, and lost", `${sum.acknowledged}, 0`, "0")
})
