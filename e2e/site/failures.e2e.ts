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
} from "#server/tools/resilience/inspect-data.ts"
import { limitFiles } from "#server/tools/resilience/spare-disk.ts"
import { createProject, makePictures, request, sendContact, signIn } from "#server/tools/resilience/visitor.ts"
import { type Site, startSite } from "#e2e/start-site.ts"
import { demoProjects } from "#server/demo/projects.ts"

// `npm run test:resilience` tests the same at length.

/** Sends requests and projects at once, kills the server amid them, and returns what it has acknowledged. */
async function killAmidWrites(site: Site) {
  const headers = await signIn(site)
  const pictures = await makePictures(6, 400)
  const requests: string[] = []
  const contacts = Array.from({ length: 60 }, async (_, number) => {
    const requestId = randomUUID()
    const { status } = await sendContact(site, { requestId })
    if (status === 201) requests.push(requestId)
    // The server answers in groups, so at the 20th answer others are still being handled.
    if (number === 20) await site.kill()
  })
  const projects = pictures.map(async (picture, number) => {
    const { status } = await createProject(site, headers, { name: `Chantier ${number}`, pictures: [picture] })
    return status === 201 ? [`Chantier ${number}`] : []
  })
  const names = (await Promise.all([...projects, ...contacts.map((sent) => sent.then(() => []))])).flat()
  return { requests, names }
}

test("two servers set up one empty folder, a killed one has stored what it acknowledged, and one that cannot write reads on @slow", async () => {
  await using folder = await temporaryDataFolder()
  const [killed, other] = await Promise.all([startSite({ dataDir: folder.path }), startSite({ dataDir: folder.path })])
  expect(countRows(folder.path, "projects")).toBe(demoProjects.length)
  expect(countRows(folder.path, "accounts")).toBe(1)
  await other.stop()
  const { requests, names } = await killAmidWrites(killed)
  await using site = await startSite({ dataDir: folder.path })

  await test.step("all that was acknowledged is stored, once", async () => {
    const stored = readRows<{ id: string }>(folder.path, "select request_id as id from messages").map(({ id }) => id)
    expect(requests.length).toBeGreaterThan(0)
    expect(stored).toEqual(expect.arrayContaining(requests))
    expect(new Set(stored).size).toBe(stored.length)
    const list = (await request(`${site.url}/api/projects`)).text
    expect(names.filter((name) => !list.includes(name))).toEqual([])
    expect(checkIntegrity(folder.path)).toBe("ok")
    expect(listLost(folder.path)).toEqual([])
    await expect.poll(() => listUnfinished(folder.path)).toEqual([])
  })
  await test.step("a server whose every write fails answers 507, goes on reading, and writes again afterwards", async () => {
    // The kill may have left pictures whose row was not written yet; the garbage collection deletes them later.
    const before = await checkPictures(site.dataDir)
    const known = /^(Images en ordre$|Fichier sans image, récent : |Anomalies : )/
    expect(before.lines.filter((line) => !known.test(line))).toEqual([])
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
    expect(await checkPictures(site.dataDir)).toEqual(before)
  })
})
