import { type Context, Hono } from "hono"
import * as z from "zod/mini"
import { requireDraft } from "#server/content/drafts.ts"
import { getEditedPage } from "#server/content/queries.ts"
import { rightToRead } from "#server/contract/content/edit.ts"
import { ContentSlug, previewPathOf } from "#server/contract/content/pages.ts"
import { responseTexts } from "#server/contract/response-texts.ts"
import { AppError } from "#server/errors.ts"
import { requireAccountContext } from "#server/http/account-context.ts"
import type { AppEnv } from "#server/http/app-env.ts"
import { textBodyLimit } from "#server/http/body-limit.ts"
import { readJson } from "#server/http/json-body.ts"
import { requireRightOf } from "#server/trpc/procedures.ts"
import { type Bundle, renderPreview } from "./render.ts"

const PreviewBody = z.object({ content: z.unknown() })

const PREVIEW = "/admin/site-management/:page/preview"

/** Serves a page as its draft makes it, for those who may read drafts, and never cached or indexed. */
export function preview(bundle: () => Promise<Bundle>) {
  async function respond(c: Context<AppEnv>, page: ContentSlug, content: unknown) {
    const context = { ...c.get("context"), preview: { slug: page, content } }
    return sendPreview(c, await renderPreview(c, await bundle(), { path: previewPathOf(page), context }))
  }

  return new Hono<AppEnv>()
    .use(PREVIEW, async (c, next) => {
      const context = await requireAccountContext(c, "content.read")
      requireRightOf(context, rightToRead(requirePage(c.req.param("page"))))
      await next()
    })
    .get(PREVIEW, async (c) => {
      const page = requirePage(c.req.param("page"))
      return respond(c, page, (await getEditedPage(c.get("context"), page)).content)
    })
    .post(PREVIEW, textBodyLimit, async (c) => {
      const page = requirePage(c.req.param("page"))
      const { content } = PreviewBody.parse(await readJson(c))
      requireDraft(page, content)
      return respond(c, page, content)
    })
}

function requirePage(slug: string): ContentSlug {
  const { data } = ContentSlug.safeParse(slug)
  if (!data) throw new AppError("not_found", responseTexts.unknownPath)
  return data
}

/** No script runs in a preview, and only the editor may frame it. */
export const PREVIEW_POLICY =
  "default-src 'self'; script-src 'none'; style-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"

export function sendPreview(c: Context<AppEnv>, html: string): Response {
  return c.html(html, 200, {
    "Cache-Control": "no-store",
    "X-Robots-Tag": "noindex",
    "Content-Security-Policy": PREVIEW_POLICY,
  })
}
