import { randomUUID } from "node:crypto"
import { setTimeout as pause } from "node:timers/promises"
import { expect, test } from "vitest"
import { createForm, createImageFile } from "#server/testing/image-files.ts"
import { type Site, startSite } from "#server/testing/start-site.ts"
import { createTemporaryFolder } from "#server/testing/test-site.ts"
import { figuresOf } from "./figures.ts"
import { checkIntegrity, listLost, listUnfinished, readRows } from "./inspect-data.ts"
import { chooseSeed, randomNumbers } from "./random.ts"
import { request, sendJson, signIn } from "./visitor.ts"

const figures = figuresOf("publications", "Killed (SIGKILL) while projects change their states, names and pictures")
const seed = chooseSeed()
const random = randomNumbers(seed)

const ROUNDS = 12
const EDITORS = 4
const KILLED_AFTER_MAX_MS = 2500

interface Project {
  id: number
  version: number
  state: string
}

/** The last version of each project that the site has acknowledged. */
type Acknowledged = Map<number, Project>

async function openEditor({ url }: Site) {
  const headers = await signIn({ url })
  async function read({ status, text }: { status: number; text: string }, expected: number) {
    if (status === 0) return
    expect(status, text).toBe(expected)
    return JSON.parse(text)
  }
  return {
    /** Returns undefined once the site has been killed. */
    async call(name: string, input: unknown): Promise<Project | undefined> {
      const body = await read(await sendJson(`${url}/trpc/projects.${name}`, "POST", input, headers), 200)
      return body?.result.data
    },
    async create(): Promise<Project | undefined> {
      const fields = { project_name: `Pont ${randomUUID()}`, description: "Un pont.", status: "En cours" }
      const picture = await createImageFile()
      const form = createForm({ ...fields, sector: "Transport", state: "draft", project_images: [picture] })
      const sent = await request(`${url}/api/projects`, { method: "POST", headers, body: form })
      return (await read(sent, 201))?.project
    },
  }
}

type Editor = Awaited<ReturnType<typeof openEditor>>

/** Takes projects through their states until the site is killed. */
async function publishOn({ call, create }: Editor, acknowledged: Acknowledged, counts: Record<string, number>) {
  for (;;) {
    const created = await create()
    if (!created) return
    acknowledged.set(created.id, created)
    const { id } = created
    const steps: [string, unknown][] = [
      ["publish", { id }],
      ["update", { id, name: `Viaduc ${randomUUID()}` }],
      ["update", { id, images: [] }],
      ["withdraw", { id }],
      ["revert", { id, revision: 3 }],
      ["delete", id],
      ["restore", id],
      ["publish", { id }],
    ]
    for (const [name, input] of steps) {
      const changed = await call(name, input)
      if (!changed) return
      acknowledged.set(id, changed)
      counts[name] = (counts[name] ?? 0) + 1
    }
  }
}

const inconsistencies = {
  "projects whose newest revision is not of their version": `
    select id from projects left join project_revisions on project_id = id and project_revisions.version = projects.version
    where project_id is null and id in (select project_id from project_revisions)`,
  "projects whose URL is not theirs": `
    select id from projects left join project_slugs on project_slugs.slug = projects.slug and project_id = id
    where project_id is null`,
  "published projects whose URL leads nowhere": `
    select id from projects join project_slugs using (slug) where state = 'published' and public_at is null`,
  "counts that are wrong": `
    select sector from project_counts where count <> (
      select count(*) from projects where projects.sector = project_counts.sector
      and coalesce(projects.status, '') = project_counts.status and projects.state = project_counts.state
      and strftime('%Y', listed_at, '+1 hour') = year)`,
  "pictures of revisions without a row": `
    select image from project_revision_images where image not in (select name from images)`,
}

test("after a kill each project is in one state, with its URL, its pictures and its revisions", async () => {
  using folder = createTemporaryFolder()
  const dataDir = folder.path
  figures.step(`seed ${seed}`)
  const acknowledged: Acknowledged = new Map()
  const counts: Record<string, number> = {}
  const found = Object.fromEntries(Object.keys(inconsistencies).map((what) => [what, 0]))
  for (let round = 1; round <= ROUNDS; round += 1) {
    const site = await startSite({ dataDir })
    const editor = await openEditor(site)
    const work = Promise.all(Array.from({ length: EDITORS }, () => publishOn(editor, acknowledged, counts)))
    const afterMs = Math.round(200 + random() * KILLED_AFTER_MAX_MS)
    await Promise.race([pause(afterMs), work])
    await site.kill()
    await work
    await using _again = await startSite({ dataDir })
    expect(checkIntegrity(dataDir)).toBe("ok")
    for (const [what, query] of Object.entries(inconsistencies)) found[what] = readRows(dataDir, query).length
    expect(
      Object.values(found).every((count) => count === 0),
      JSON.stringify(found),
    ).toBe(true)
    const rows = new Map(
      readRows<Project>(dataDir, "select id, version, state from projects").map((row) => [row.id, row]),
    )
    for (const { id, version, state } of acknowledged.values()) {
      const stored = rows.get(id)
      expect(stored?.version).toBeGreaterThanOrEqual(version)
      if (stored?.version === version) expect(stored.state).toBe(state)
    }
    expect(listLost(dataDir)).toEqual([])
    // The site deletes these files once it is open.
    await expect.poll(() => listUnfinished(dataDir)).toEqual([])
    figures.step(`round ${round}: killed after ${afterMs} ms, ${acknowledged.size} projects`)
  }
  figures.add("kills at random moments", ROUNDS)
  figures.add("projects created", acknowledged.size)
  for (const [name, count] of Object.entries(counts)) figures.add(`changes acknowledged: ${name}`, count)
  figures.add("of those acknowledged and lost", 0, "0")
  for (const [what, count] of Object.entries(found)) figures.add(what, count, "0")
  figures.add("pictures lost or half stored", 0, "0")
  figures.add("integrity check after each round", "ok", "ok")
  figures.add("seed (RESILIENCE_SEED)", String(seed))
})
