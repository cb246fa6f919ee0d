import { randomUUID } from "node:crypto"
import { temporaryDataFolder } from "#e2e/data-folder.ts"
import { expect, test } from "#e2e/fixtures.ts"
import {
  checkIntegrity,
  checkPictures,
  countRows,
  listLost,
  listUnfinished,
  readRows,
} from "#e2e/resilience/inspect-data.ts"
import { limitFiles } from "#e2e/resilience/spare-disk.ts"
import { createProject, makePictures, request, sendContact, signIn } from "#e2e/resilience/visitor.ts"
import { startSite } from "#e2e/start-site.ts"
import { demoProjects } from "#server/demo/projects.ts"

// The small forms of what `npm run test:hard` tries at length.

test("a killed server has stored all that it acknowledged, once", async () => {
  await using folder = await temporaryDataFolder()
  const site = await startSite({ dataDir: folder.path, settings: { DEMO_CONTENT: "0" } })
  const headers = await signIn(site)
  const pictures = await makePictures(6, 400)
  const acknowledged: string[] = []
  const contacts = Array.from({ length: 60 }, async (_, number) => {
    const requestId = randomUUID()
    const { status } = await sendContact(site, { requestId })
    if (status === 201) acknowledged.push(requestId)
    // In the midst of the others, which come in groups.
    if (number === 20) await site.kill()
  })
  const projects = pictures.map(async (picture, number) => {
    const { status } = await createProject(site, headers, { name: `Chantier ${number}`, pictures: [picture] })
    return status === 201 ? [`Chantier ${number}`] : []
  })
  const names = (await Promise.all([...projects, ...contacts.map((sent) => sent.then(() => []))])).flat()
  await using again = await startSite({ dataDir: folder.path })
  const stored = readRows<{ id: string }>(folder.path, "select request_id as id from messages").map(({ id }) => id)
  expect(stored).toEqual(expect.arrayContaining(acknowledged))
  expect(new Set(stored).size).toBe(stored.length)
  const list = (await request(`${again.url}/api/projects`)).text
  expect(names.filter((name) => !list.includes(name))).toEqual([])
  expect(checkIntegrity(folder.path)).toBe("ok")
  expect(listLost(folder.path)).toEqual([])
  await expect.poll(() => listUnfinished(folder.path)).toEqual([])
})

test("a server whose every write fails answers 507, goes on reading, and writes again afterwards", async () => {
  const site = await startSite()
  await using _stopped = site
  const headers = await signIn(site)
  const pictures = await makePictures(2, 400)
  const writes = () =>
    Promise.all([sendContact(site), createProject(site, headers, { name: "Dépôt", pictures }), sendContact(site)])
  limitFiles(site.pid, "0")
  for (const { status, text } of await writes()) {
    expect([status, text]).toEqual([507, expect.stringContaining("Espace disque insuffisant, réessayez plus tard")])
  }
  expect((await request(site.url)).status).toBe(200)
  limitFiles(site.pid, "unlimited")
  for (const { status } of await writes()) expect(status).toBe(201)
  expect((await checkPictures(site.dataDir)).lines).toEqual(["Images en ordre"])
})

test("two servers that start at once on an empty folder set up one site", async () => {
  await using folder = await temporaryDataFolder()
  const options = { dataDir: folder.path, settings: { ADMIN_PASSWORD: "" } }
  const sites = await Promise.all([startSite(options), startSite(options)])
  const [one, other] = sites
  await using _stopped = { [Symbol.asyncDispose]: async () => void (await Promise.all([one.stop(), other.stop()])) }
  expect(countRows(folder.path, "projects")).toBe(demoProjects.length)
  expect(countRows(folder.path, "accounts")).toBe(1)
  // It is printed after the URL, which a start waits for.
  await expect.poll(() => sites.filter(({ output }) => output().includes("Mot de passe")).length).toBe(1)
})
