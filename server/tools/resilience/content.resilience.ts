import { setTimeout as pause } from "node:timers/promises"
import { expect, test } from "vitest"
import { piedDePage } from "#server/content/published/defaults/pied-de-page.ts"
import type { EditedPage, EditedVersion } from "#server/contract/content/edit.ts"
import { type Site, startSite } from "#server/testing/start-site.ts"
import { createTemporaryFolder } from "#server/testing/test-site.ts"
import { figuresOf } from "./figures.ts"
import { checkIntegrity, readRows } from "./inspect-data.ts"
import { chooseSeed, randomNumbers } from "./random.ts"
import { request, sendJson, signIn } from "./visitor.ts"

const figures = figuresOf("content", "Killed (SIGKILL) while content is published again and again")
const seed = chooseSeed()
const random = randomNumbers(seed)

const ROUNDS = 20
const KILLED_AFTER_MAX_MS = 2000

/** Returns a footer whose first and last texts carry the same number, which grows with every publication. */
function footer(number: number) {
  return { ...piedDePage, blurb: `Présentation n° ${number}.`, copyright: `© 2023, état n° ${number}.` }
}

/** Reads the footer's two numbers in a page of the site. */
function numbersIn(html: string): [first: number, last: number] {
  const [, first] = /Présentation n° (\d+)\./.exec(html) ?? []
  const [, last] = /© 2023, état n° (\d+)\./.exec(html) ?? []
  return [Number(first), Number(last)]
}

interface Progress {
  /** The last number that was sent to be saved. */
  sent: number
  /** The last number whose saving the site has acknowledged. */
  saved: number
  published: number
  /** The number of acknowledged publications. */
  publications: number
  /** The number of pages that a visitor has read meanwhile. */
  read: number
}

async function openEditor({ url }: Site) {
  const headers = await signIn({ url })
  const input = encodeURIComponent('{"page":"pied-de-page"}')
  const opened = await request(`${url}/trpc/content.edited?input=${input}`, { headers })
  const call = async (name: string, body: object) => {
    const { status, text } = await sendJson(`${url}/trpc/content.${name}`, "POST", body, headers)
    if (status === 0) return
    expect(status, text).toBe(200)
    return JSON.parse(text).result.data as EditedPage
  }
  return { page: JSON.parse(opened.text).result.data as EditedPage, call }
}

/** Publishes until the site is killed. */
async function publishOn({ page: opened, call }: Awaited<ReturnType<typeof openEditor>>, progress: Progress) {
  let edited: EditedVersion | undefined = opened
  for (;;) {
    const { page, revision, version }: EditedVersion = edited
    progress.sent += 1
    const saved = await call("saveDraft", { page, revision, version, content: footer(progress.sent) })
    if (!saved) return
    progress.saved = progress.sent
    edited = await call("publish", { page, revision: saved.revision, version: saved.version })
    if (!edited) return
    progress.published = progress.saved
    progress.publications += 1
  }
}

/** Reads until the site is killed; each page must be of one publication, and not older than the page before. */
async function readOn({ url }: Site, progress: Progress) {
  for (let newest = 0; ; ) {
    const acknowledged = progress.published
    const { status, text } = await request(url)
    if (status === 0) return
    const [first, last] = numbersIn(text)
    expect([status, last]).toEqual([200, first])
    expect(first).toBeGreaterThanOrEqual(Math.max(newest, acknowledged))
    newest = first
    progress.read += 1
  }
}

test("a page shows the old or the new content after a kill, and what was acknowledged stays", async () => {
  using folder = createTemporaryFolder()
  const dataDir = folder.path
  figures.step(`seed ${seed}`)
  const progress: Progress = { sent: 1, saved: 1, published: 1, publications: 1, read: 0 }
  const ahead = { drafts: 0, publications: 0 }
  {
    await using site = await startSite({ dataDir })
    const { page, call } = await openEditor(site)
    const saved = await call("saveDraft", { ...versionOf(page), content: footer(1) })
    if (saved) await call("publish", versionOf(saved))
  }
  for (let round = 1; round <= ROUNDS; round += 1) {
    const site = await startSite({ dataDir })
    const editor = await openEditor(site)
    const work = Promise.all([publishOn(editor, progress), readOn(site, progress)])
    const afterMs = Math.round(random() * KILLED_AFTER_MAX_MS)
    await Promise.race([pause(afterMs), work])
    await site.kill()
    await work
    await using again = await startSite({ dataDir })
    expect(checkIntegrity(dataDir)).toBe("ok")
    const [first, last] = numbersIn((await request(again.url)).text)
    expect(last).toBe(first)
    expect(first).toBeGreaterThanOrEqual(progress.published)
    expect(first).toBeLessThanOrEqual(progress.saved)
    const { page } = await openEditor(again)
    const [draft] = numbersIn(JSON.stringify(page.content))
    expect(draft).toBeGreaterThanOrEqual(progress.saved)
    expect(draft).toBeLessThanOrEqual(progress.sent)
    if (draft > progress.saved) ahead.drafts += 1
    if (first > progress.published) ahead.publications += 1
    figures.step(`round ${round}: killed after ${afterMs} ms, ${progress.published} acknowledged, ${first} shown`)
    Object.assign(progress, { sent: draft, saved: draft, published: first })
  }
  const revisions = readRows<{ count: number }>(dataDir, "select count(*) as count from revisions")[0]?.count ?? 0
  const audited = readRows(dataDir, "select id from audit where action = 'publish'").length
  const stored = progress.publications + ahead.publications
  expect([revisions, audited]).toEqual([stored, stored])
  figures.add("kills at random moments", ROUNDS)
  figures.add("publications, each a revision and an audit entry", revisions)
  figures.add("of those acknowledged and lost", 0, "0")
  figures.add("pages read meanwhile and after", progress.read + ROUNDS)
  figures.add("of those with fields of two publications, or older than the page before", 0, "0")
  figures.add("publications stored whose answer the kill cut off", ahead.publications)
  figures.add("drafts stored whose answer the kill cut off", ahead.drafts)
  figures.add("integrity check after each round", "ok", "ok")
  figures.add("seed (RESILIENCE_SEED)", String(seed))
})

function versionOf({ page, revision, version }: EditedVersion): EditedVersion {
  return { page, revision, version }
}
