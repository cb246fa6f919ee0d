// @module-tag engines
import { join } from "node:path"
import { expect, onTestFinished, test, vi } from "vitest"
import { defaultContent } from "#server/content/published/defaults/defaults.ts"
import { responseTexts } from "#server/contract/response-texts.ts"
import { servePages } from "#server/pages/serve.ts"
import { createEditor } from "#server/testing/edit-content.ts"
import { openInstances } from "#server/testing/open-test-database.ts"
import { startApp } from "#server/testing/start-app.ts"
import { createTemporaryFolder } from "#server/testing/test-site.ts"
import { bumpVersionAtDueMoments, publishDueDrafts } from "./due.ts"

process.env.NODE_ENV = "production"
const pages = await servePages()

const MINUTE_MS = 60_000
const CLOCKS_DIFFER_MS = 1000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * 60 * MINUTE_MS

/** This is Monday, 2 March 2026, at 8:00 in Kinshasa. */
const MONDAY = Date.UTC(2026, 2, 2, 7)

/** Starts the site on a clock that the test sets, with its jobs. */
async function startOnClock(given: Parameters<typeof startApp>[0] = {}) {
  let time = MONDAY
  const now = () => new Date(time)
  const site = await startApp({ pages, ...given, now })
  return {
    ...site,
    editor: await createEditor(site),
    /** Sets the clock to that many milliseconds after Monday, and runs the jobs. */
    async at(ms: number) {
      time = MONDAY + ms
      await publishDueDrafts(site)
      await bumpVersionAtDueMoments({ ...site, now })
    },
    async read(path: string) {
      return (await site.request(path)).text()
    },
  }
}

type Site = Awaited<ReturnType<typeof startOnClock>>

function footer(copyright: string) {
  return { ...defaultContent["pied-de-page"], copyright }
}

async function scheduleFooter({ editor }: Pick<Site, "editor">, copyright: string, at: string) {
  const saved = await editor.save(await editor.open("pied-de-page"), footer(copyright))
  return editor.schedule(saved.page, at)
}

const revisionsOf = ({ db }: Pick<Site, "db">) => db.selectFrom("revisions").select(["page", "publishedAt"]).execute()

const auditOf = ({ db }: Pick<Site, "db">) =>
  db.selectFrom("audit").select(["action", "accountId", "details"]).orderBy("id").execute()

test("a scheduled draft is published at its moment of Kinshasa, once, and cached pages show it", async () => {
  await using site = await startOnClock()
  expect(await scheduleFooter(site, "À huit heures dix", "2026-03-02T08:10")).toMatchObject({
    status: 200,
    page: { state: "scheduled", publishAt: "2026-03-02T07:10:00.000Z" },
  })
  await site.at(10 * MINUTE_MS - 1)
  expect(await site.read("/")).not.toContain("À huit heures dix")
  await site.at(10 * MINUTE_MS)
  expect(await site.read("/")).toContain("À huit heures dix")
  await site.at(20 * MINUTE_MS)
  expect(await revisionsOf(site)).toEqual([{ page: "pied-de-page", publishedAt: "2026-03-02T07:10:00.000Z" }])
  expect(await site.editor.open("pied-de-page")).toMatchObject({ state: "published", publishAt: null })
})

test("a moment that has passed is rejected, and a schedule can be taken back", async () => {
  await using site = await startOnClock()
  expect(await scheduleFooter(site, "Trop tard", "2026-03-02T08:00")).toMatchObject({
    status: 400,
    fields: { at: responseTexts.scheduleInPast },
  })
  const { page } = await site.editor.schedule(await site.editor.open("pied-de-page"), "2026-03-02T09:00")
  expect(await site.editor.schedule(page, null)).toMatchObject({ page: { state: "changed" } })
  await site.at(DAY_MS)
  expect(await revisionsOf(site)).toEqual([])
  const [, planned, withdrawn] = (await auditOf(site)).map(({ details }) => JSON.parse(details))
  const [none, moment] = [{ publishAt: null }, { publishAt: "2026-03-02T08:00:00.000Z" }]
  expect(planned).toEqual({ page: "pied-de-page", before: none, after: moment })
  expect(withdrawn).toEqual({ page: "pied-de-page", before: moment, after: none })
})

test("two instances publish a draft once, and the other one's cached pages show it", async () => {
  using folder = createTemporaryFolder()
  const { db, other } = await openInstances(join(folder.path, "site.db"))
  await using one = await startOnClock({ db })
  await using two = await startOnClock({ db: other })
  for (const round of [1, 2, 3]) {
    await scheduleFooter(one, `Tour ${round}`, `2026-03-02T08:0${round}`)
    await Promise.all([one.at(round * MINUTE_MS), two.at(round * MINUTE_MS)])
    expect(await revisionsOf(one)).toHaveLength(round)
    for (const site of [one, two]) expect(await site.read("/")).toContain(`Tour ${round}`)
  }
  const actions = (await auditOf(one)).map(({ action }) => action)
  expect(actions.filter((action) => action === "publish")).toHaveLength(3)
  expect([...one.lines, ...two.lines].filter((line) => line.includes("scheduled draft published"))).toHaveLength(3)
})

test("a draft that is no longer complete waits for a person, and does not keep others from being published", async () => {
  await using site = await startOnClock()
  const { page } = await scheduleFooter(site, "Complet", "2026-03-02T08:10")
  await site.editor.save(page, footer(""))
  const about = await site.editor.save(await site.editor.open("a-propos"), {
    ...defaultContent["a-propos"],
    history: { title: "Depuis 2023", paragraphs: ["Un début."] },
  })
  await site.editor.schedule(about.page, "2026-03-02T08:10")
  await site.at(10 * MINUTE_MS)
  expect((await revisionsOf(site)).map(({ page }) => page)).toEqual(["a-propos"])
  expect(await site.editor.open("pied-de-page")).toMatchObject({ state: "changed", publishAt: null })
  expect(site.lines.join("")).toContain("scheduled draft cannot be published")
  expect(await auditOf(site)).toContainEqual({
    action: "unschedule",
    accountId: null,
    details: JSON.stringify({
      page: "pied-de-page",
      before: { publishAt: "2026-03-02T07:10:00.000Z" },
      after: { publishAt: null },
    }),
  })
})

test("an announcement appears and ends at its moments", async () => {
  await using site = await startOnClock()
  const announcement = { text: "Fermé lundi", href: "/contact", from: "2026-03-02T09:00", until: "2026-03-02T10:00" }
  await site.editor.replace("annonce", announcement)
  const isShown = async () => (await site.read("/about")).includes("Fermé lundi")
  expect(await isShown()).toBe(false)
  await site.at(HOUR_MS - 1)
  expect(await isShown()).toBe(false)
  await site.at(HOUR_MS + CLOCKS_DIFFER_MS)
  expect(await isShown()).toBe(true)
  await site.at(2 * HOUR_MS - 1)
  expect(await isShown()).toBe(true)
  await site.at(2 * HOUR_MS + CLOCKS_DIFFER_MS)
  expect(await isShown()).toBe(false)
  const past = site.db.selectFrom("contentChanges").selectAll().where("at", "<=", site.now().toISOString())
  expect(await past.execute()).toEqual([])
})

test("cached pages say whether the company is open, from the minute on that it opens or closes", async () => {
  await using site = await startOnClock()
  const opening = async () => /data-opening="[^"]*"[^>]*>([^<]*)</.exec(await site.read("/about"))?.[1]
  vi.useFakeTimers({ toFake: ["Date"], now: MONDAY })
  onTestFinished(() => void vi.useRealTimers())
  async function at(ms: number) {
    vi.setSystemTime(MONDAY + ms)
    await site.at(ms)
    return opening()
  }
  expect(await at(0)).toBe("Ouvert jusqu’à\u00a018\u00a0h")
  expect(await at(10 * HOUR_MS - 1)).toBe("Ouvert jusqu’à\u00a018\u00a0h")
  expect(await at(10 * HOUR_MS + CLOCKS_DIFFER_MS)).toBe("Fermé, ouvre mardi à\u00a08\u00a0h")
  expect(await at(24 * HOUR_MS + CLOCKS_DIFFER_MS)).toBe("Ouvert jusqu’à\u00a018\u00a0h")
})

test("an exceptional day is shown until it is over in Kinshasa", async () => {
  await using site = await startOnClock()
  const { entreprise } = defaultContent
  await site.editor.replace("entreprise", {
    ...entreprise,
    exceptions: [
      { date: "2026-03-03", text: "Fermé mardi" },
      { date: "2026-03-02", text: "Fermé aujourd’hui" },
      { date: "2026-03-01", text: "Fermé hier" },
    ],
  })
  // The page contains its data, too.
  const listShown = async () => [...new Set((await site.read("/contact")).match(/Fermé (hier|aujourd’hui|mardi)/g))]
  const midnight = 16 * 60 * MINUTE_MS
  expect(await listShown()).toEqual(["Fermé aujourd’hui", "Fermé mardi"])
  await site.at(midnight - 1)
  expect(await listShown()).toEqual(["Fermé aujourd’hui", "Fermé mardi"])
  await site.at(midnight + 1000)
  expect(await listShown()).toEqual(["Fermé mardi"])
  await site.at(midnight + DAY_MS + 1000)
  expect(await listShown()).toEqual([])
})
