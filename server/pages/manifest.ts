import { Hono } from "hono"
import type { AppEnv } from "#server/http/app-env.ts"
import { sendCached } from "#server/http/send-cached.ts"
import { readContent } from "#server/published-content/published.ts"

const MANIFEST = "/site.webmanifest"

/** Serves the manifest, by which phones put the site on their home screen under the company's name. */
export const manifest = new Hono<AppEnv>().get(MANIFEST, (c) =>
  sendCached(c, MANIFEST, async () => {
    const { facts } = await readContent(c.get("context"), "entreprise")
    const headers = { "Content-Type": "application/manifest+json", "Cache-Control": "public, max-age=86400" }
    return { status: 200, headers, body: JSON.stringify({ name: facts.name, ...fixed }) }
  }),
)

const fixed = {
  lang: "fr",
  start_url: "/",
  display: "minimal-ui",
  background_color: "#FBF6EC",
  theme_color: "#0F5C4A",
  icons: [192, 512].map((size) => ({ src: `/icon-${size}.png`, sizes: `${size}x${size}`, type: "image/png" })),
}
