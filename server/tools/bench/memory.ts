import type { Site } from "#server/testing/start-site.ts"
import { startProgress } from "#server/tools/figures/progress.ts"
import { median } from "#server/tools/figures/statistics.ts"
import type { Table } from "#server/tools/figures/tables.ts"
import { signInAdministrator } from "./administrator.ts"
import type { BenchOptions } from "./bench-options.ts"
import { startFilledSite } from "./filled-site.ts"
import { HOUR, pagesLoad, paths, simulateHour } from "./hour.ts"
import { send } from "./one-by-one.ts"
import { mostResident, residentMegabytes } from "./resident.ts"
import { timeStart } from "./start-time.ts"

const brotli = { "Accept-Encoding": "br" }

interface Moment {
  name: string
  limit?: number
  /** In megabytes, by round. */
  found: number[]
}

/** Measures how long a second start takes, and the memory of a new process in each round. */
export async function measureMemory({ rounds, seconds, quick }: BenchOptions): Promise<Table[]> {
  const progress = startProgress("memory", rounds * 5)
  const starts: number[] = []
  const atRest: Moment = { name: "at rest, every page rendered once", limit: 110, found: [] }
  const underLoad: Moment = { name: "under load of cached pages, at most", limit: 180, found: [] }
  const rendered: Moment = { name: "after a rendering load", limit: 350, found: [] }
  const hour = shareOfHour(quick)
  const afterHour: Moment = { name: `after an hour's requests (${hourInWords(hour)})`, found: [] }
  for (let turn = 1; turn <= rounds; turn += 1) {
    await using site = await startFilledSite({ projects: 200, messages: 200 })
    progress.step(`round ${turn}, npm start`)
    starts.push(await timeStart(site.dataDir))
    progress.step(`round ${turn}, at rest`)
    for (const path of paths) await send(site.url + path, { headers: brotli })
    atRest.found.push(residentMegabytes(site.pid))
    progress.step(`round ${turn}, under load`)
    underLoad.found.push(await mostResident(site.pid, pagesLoad(site, { seconds: seconds * 2 })))
    progress.step(`round ${turn}, rendering`)
    await renderingLoad(site, seconds * 2)
    rendered.found.push(residentMegabytes(site.pid))
    progress.step(`round ${turn}, an hour's requests`)
    await simulateHour(site, hour)
    afterHour.found.push(residentMegabytes(site.pid))
  }
  progress.end()
  return [startTable(starts), memoryTable([atRest, underLoad, rendered, afterHour])]
}

/** Requests every page while projects keep changing, so that cached pages are soon stale. */
async function renderingLoad(site: Site, seconds: number) {
  const { changeProject } = await signInAdministrator(site)
  let over = false
  const load = pagesLoad(site, { seconds }).finally(() => {
    over = true
  })
  while (!over) await changeProject()
  await load
}

function shareOfHour(quick: boolean): typeof HOUR {
  const share = quick ? 1 / 60 : 1
  return {
    pages: HOUR.pages * share,
    files: HOUR.files * share,
    messages: HOUR.messages * share,
    writes: HOUR.writes * share,
  }
}

function hourInWords({ pages, files, messages, writes }: typeof HOUR): string {
  const [few, many] = [pages, files].map((count) => count.toLocaleString("en"))
  return `${few} pages, ${many} files, ${messages} messages, ${writes} writes`
}

function startTable(starts: readonly number[]): Table {
  return {
    title: "npm start again",
    note: "Installed and built before: the seconds from the command to the first answer of the home page.",
    columns: ["median s", "longest s", "limit"],
    rows: [[median(starts), Math.max(...starts), "< 1.5 s"]],
  }
}

function memoryTable(moments: readonly Moment[]): Table {
  return {
    title: "Resident memory of the server's process, in MB",
    note: "200 projects, request log on. One process goes through all of them, in this order.",
    columns: ["when", "median", "most", "limit"],
    rows: moments.map(({ name, found, limit }) => [
      name,
      median(found),
      Math.max(...found),
      limit === undefined ? "" : `≤ ${limit} MB`,
    ]),
  }
}
