import { projectUrl } from "#server/contract/project-url.ts"
import { SECTOR_SLUGS } from "#server/contract/sectors.ts"

/** Finds a project on its page, which the service worker has kept for times without a network. */
export async function findKeptProject(slug: string) {
  const html = await fetch(projectUrl(slug)).then(
    (response) => (response.ok ? response.text() : ""),
    () => "",
  )
  const main = new DOMParser().parseFromString(html, "text/html").querySelector("main[data-sector]")
  const name = main?.querySelector("h1")?.textContent
  const sector = Object.entries(SECTOR_SLUGS).find(([, slug]) => slug === main?.getAttribute("data-sector"))?.[0]
  return name && sector ? { name, sector } : null
}
