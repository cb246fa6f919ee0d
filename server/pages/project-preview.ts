import { type Context, Hono } from "hono"
import { getCookie, setCookie } from "hono/cookie"
import * as z from "zod/mini"
import { Id } from "#server/contract/id.ts"
import { PRIVATE_PATHS } from "#server/contract/private-paths.ts"
import { projectUrl } from "#server/contract/project-url.ts"
import type { ManagedProject } from "#server/contract/projects.ts"
import { responseTexts } from "#server/contract/response-texts.ts"
import { AppError, toAppError } from "#server/errors.ts"
import { requireAccountContext } from "#server/http/account-context.ts"
import type { AppEnv } from "#server/http/app-env.ts"
import { textBodyLimit } from "#server/http/body-limit.ts"
import { readJson } from "#server/http/json-body.ts"
import { sendUncached } from "#server/http/send-cached.ts"
import { addPreviewToken, PREVIEW_COOKIE } from "#server/pictures/uploads/visibility.ts"
import { getPreviewedProject } from "#server/projects/preview-links.ts"
import { getManagedProject } from "#server/projects/queries.ts"
import { getUnsavedProject } from "#server/projects/unsaved-project.ts"
import { PREVIEW_POLICY, sendPreview } from "./preview.ts"
import { type Bundle, renderForRequest, renderPreview } from "./render.ts"

const UnsavedValues = z.object({ project: z.unknown() })

const PREVIEW = "/admin/projects/:id/preview"

/** Serves a project's page before it is public, to those who may read drafts and to whoever has a private link. */
export function projectPreview(bundle: () => Promise<Bundle>) {
  async function render(c: Context<AppEnv>, project: ManagedProject, until?: string) {
    const path = projectUrl(project.slug)
    const context = { ...c.get("context"), previewedProject: project }
    return renderPreview(c, await bundle(), { path, context, ...(until && { previewUntil: until }) })
  }

  async function respond(c: Context<AppEnv>, project: ManagedProject) {
    return sendPreview(c, await render(c, project))
  }

  return new Hono<AppEnv>()
    .use(PREVIEW, async (c, next) => {
      await requireAccountContext(c, "projects.read")
      await next()
    })
    .get(PREVIEW, async (c) => respond(c, await getManagedProject(c.get("context").db, requireId(c.req.param("id")))))
    .post(PREVIEW, textBodyLimit, async (c) => {
      const id = requireId(c.req.param("id"))
      const { project } = UnsavedValues.parse(await readJson(c))
      return respond(c, await getUnsavedProject(c.get("context").db, id, project))
    })
    .get(`${PRIVATE_PATHS.preview}:token`, async (c) => {
      const token = c.req.param("token")
      const { db, now } = c.get("context")
      const shown = await getPreviewedProject(db, token, now()).catch(ifGone)
      if (!shown) return sendUncached(c, await renderForRequest(c, await bundle()))
      showPictures(c, token, shown.expiresAt)
      const policy = PREVIEW_POLICY.replace("frame-ancestors 'self'", "frame-ancestors 'none'")
      const html = await render(c, shown.project, shown.expiresAt)
      return c.html(html, 200, { "Content-Security-Policy": policy })
    })
}

/** Lets the page say that the link is no longer valid. */
function ifGone(error: unknown): undefined {
  if (toAppError(error).code !== "not_found") throw error
}

function showPictures(c: Context<AppEnv>, token: string, expiresAt: string) {
  setCookie(c, PREVIEW_COOKIE, addPreviewToken(getCookie(c, PREVIEW_COOKIE), token), {
    path: "/",
    httpOnly: true,
    sameSite: "Lax",
    secure: c.get("origin").startsWith("https:"),
    expires: new Date(expiresAt),
  })
}

function requireId(text: string): number {
  const { data } = Id.safeParse(Number(text))
  if (!data) throw new AppError("not_found", responseTexts.projectNotFound)
  return data
}
