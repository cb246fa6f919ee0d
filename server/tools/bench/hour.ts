import { sitePages } from "#server/contract/site-pages.ts"
import type { Site } from "#server/testing/start-site.ts"
import { signInAdministrator } from "./administrator.ts"
import { measureContact } from "./contact-load.ts"
import { loadCases } from "./load-cases.ts"
import { runLoad } from "./run-load.ts"

export const paths = sitePages.filter(({ isKeptOffline = true }) => isKeptOffline).map(({ path }) => path)

/** The requests of an hour in which a hundred visitors each open a page every ten seconds. */
export const HOUR = { pages: 36_000, files: 144_000, messages: 600, writes: 60 }

export function pagesLoad({ url }: Site, length: { seconds: number } | { amount: number }) {
  return runLoad({ url, headers: { "Accept-Encoding": "br" }, requests: paths.map((path) => ({ path })), ...length })
}

/** Sends them as fast as the site answers, in one share per minute, each of which begins with a write. */
export async function simulateHour(
  site: Site,
  { pages, files, messages, writes }: typeof HOUR,
  afterMinute: (minute: number) => void = () => {},
) {
  const { changeProject } = await signInAdministrator(site)
  const requests = (await loadCases(site)).filter(({ path }) => /^\/(assets|photos|uploads)\//.test(path))
  for (let minute = 0; minute < writes; minute += 1) {
    await changeProject()
    await pagesLoad(site, { amount: pages / writes })
    await runLoad({ url: site.url, requests, amount: files / writes })
    afterMinute(minute + 1)
  }
  await measureContact(site, messages)
}
