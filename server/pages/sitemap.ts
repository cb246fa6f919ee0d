import { Hono } from "hono"
import { SECTOR_SLUGS, SECTORS } from "#server/contract/sectors.ts"
import type { AppEnv } from "#server/http/app-env.ts"

const paths = ["/", ...SECTORS.map((sector) => `/${SECTOR_SLUGS[sector]}`), "/about", "/contact"]

export const sitemap = new Hono<AppEnv>()
  .get("/sitemap.xml", (c) => {
    const origin = c.get("origin")
    const urls = paths.map((path) => `<url><loc>${origin}${path}</loc></url>`).join("")
    c.header("Content-Type", "application/xml; charset=utf-8")
    return c.body(
      `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls}</urlset>`,
    )
  })
  .get("/robots.txt", (c) =>
    c.text(
      `User-agent: *\nDisallow: /admin\nDisallow: /api/\nDisallow: /page-data/\nSitemap: ${c.get("origin")}/sitemap.xml\n`,
    ),
  )
