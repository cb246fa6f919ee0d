import { Hono } from "hono"
import { listFixedAddresses, listPublicSlugs } from "#server/content/published/fixed-projects.ts"
import type { ContentReader } from "#server/content/published/published.ts"
import { projectUrl } from "#server/contract/project-url.ts"
import { responseTexts } from "#server/contract/response-texts.ts"
import { sitePages } from "#server/contract/site-pages.ts"
import { AppError } from "#server/errors.ts"
import type { AppEnv } from "#server/http/app-env.ts"
import type { ResponseContent } from "#server/http/cached-response.ts"
import { sendCached } from "#server/http/send-cached.ts"
import { countProjects, listPublishedUrls } from "#server/projects/queries.ts"

const SITEMAP = "/sitemap.xml"

const paths = sitePages.filter(({ isInSitemap = true }) => isInSitemap).map(({ path }) => path)

/** Search engines read up to 50,000, but fewer keep a part small in memory. */
const PROJECTS_PER_PART = 10_000

export const sitemap = new Hono<AppEnv>()
  .get(SITEMAP, async (c) => {
    const origin = c.get("origin")
    const { db } = c.get("context")
    const page = c.req.query("page")
    if (page !== undefined && !/^[1-9]\d{0,5}$/.test(page)) throw new AppError("not_found", responseTexts.unknownPath)
    return sendCached(c, page === undefined ? SITEMAP : `${SITEMAP}?page=${page}`, async () => {
      const parts = Math.max(1, Math.ceil((await countProjects(db, "published")) / PROJECTS_PER_PART))
      if (Number(page ?? 1) > parts) throw new AppError("not_found", responseTexts.unknownPath)
      if (page === undefined && parts > 1) return indexOf(origin, parts)
      const part = Number(page ?? 1)
      const found = await listPublishedUrls(db, { limit: PROJECTS_PER_PART, offset: (part - 1) * PROJECTS_PER_PART })
      const projects = found.map(({ slug, updatedAt }) => urlTag(origin + projectUrl(slug), updatedAt))
      const pages =
        part === 1 ? [...paths, ...(await listFixedPaths(c.get("context")))].map((path) => urlTag(origin + path)) : []
      return xml(`<urlset xmlns="${NAMESPACE}">${[...pages, ...projects].join("")}</urlset>`)
    })
  })
  // What is « noindex » must be readable to be left out, and a list of private addresses would invite to try them.
  .get("/robots.txt", (c) => c.text(`User-agent: *\nDisallow:\nSitemap: ${c.get("origin")}${SITEMAP}\n`))

/** Lists the pages of fixed projects, but for those in whose place a project of the database is. */
async function listFixedPaths(reader: ContentReader): Promise<string[]> {
  const slugs = (await listFixedAddresses(reader)).map(({ slug }) => slug)
  const taken = await listPublicSlugs(reader.db, slugs)
  return slugs.filter((slug) => !taken.includes(slug)).map(projectUrl)
}

const NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9"

function indexOf(origin: string, parts: number): ResponseContent {
  const tags = Array.from({ length: parts }, (_, index) => {
    return `<sitemap><loc>${origin}${SITEMAP}?page=${index + 1}</loc></sitemap>`
  })
  return xml(`<sitemapindex xmlns="${NAMESPACE}">${tags.join("")}</sitemapindex>`)
}

function urlTag(url: string, lastModified?: string): string {
  return `<url><loc>${url}</loc>${lastModified ? `<lastmod>${lastModified}</lastmod>` : ""}</url>`
}

function xml(content: string): ResponseContent {
  const headers = { "Content-Type": "application/xml; charset=utf-8", "Cache-Control": "no-cache" }
  return { status: 200, headers, body: `<?xml version="1.0" encoding="UTF-8"?>${content}` }
}
