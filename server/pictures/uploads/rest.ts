import { readFile } from "node:fs/promises"
import { join } from "node:path"
import type { Context } from "hono"
import { getCookie } from "hono/cookie"
import Negotiator from "negotiator"
import * as z from "zod/mini"
import {
  isPreview,
  PREVIEW_SIZE,
  PREVIEW_STEP,
  VARIANT_WIDTHS,
  type VariantSize,
  type VariantWidth,
} from "#server/contract/images.ts"
import { ImageName } from "#server/contract/project-drafts.ts"
import { responseTexts } from "#server/contract/response-texts.ts"
import { AppError } from "#server/errors.ts"
import type { AppEnv } from "#server/http/app-env.ts"
import { respondRange } from "#server/http/byte-range.ts"
import { DATA_SAVER_VARY, savesData } from "#server/http/data-saver.ts"
import { matchesEtag, strongEtag } from "#server/http/etag.ts"
import { selectedFiles, withMultipart } from "#server/http/multipart.ts"
import { callFor, publicCall, restCalls } from "#server/http/rest-call.ts"
import { type DocumentedResponse, filesBody, IMAGES_STORED, ImagesStored, json } from "#server/http/rest-parts.ts"
import { uploadCalls } from "#server/http/resumable-upload.ts"
import { SHOWN_ELSEWHERE } from "#server/http/security-headers.ts"
import { formats, type VariantFormat } from "#server/images/formats.ts"
import { type OpenObject, PREVIEW_POSITIONS, variantName } from "#server/images/store/image-store.ts"
import { createUpload } from "#server/images/store/resumable-uploads.ts"
import { programFolder } from "#server/program.ts"
import type { AccountContext } from "#server/trpc/context.ts"
import { uploadImages } from "./commands.ts"
import { findVariant, openImage } from "./queries.ts"
import { PREVIEW_COOKIE, requirePrivate, requireVisible } from "./visibility.ts"

const placeholder = join(programFolder, "server/pictures/uploads/placeholder.jpg")

/** A name's content never changes, since the name is a hash of it. */
const IMMUTABLE = "public, max-age=31536000, immutable"
/** This is for images of projects that are not public, and of contact requests. */
const PRIVATE = "private, no-store"
/** This is for responses that a lighter format, which is being encoded, will replace. */
const PROVISIONAL = "public, max-age=60"

/** With this policy, an image opened as a page runs no script, even if the browser guesses another media type. */
const SANDBOX = "default-src 'none'; sandbox; frame-ancestors 'none'"

const picturePath = { name: { text: "Le nom de l’image", schema: ImageName, example: "0f3a9c1d2e4b5a67.webp" } }

const widthQuery = {
  text: "La largeur en pixels\u202f; le format suit l’en-tête Accept (AVIF, WebP, sinon JPEG)",
  schema: z.literal(VARIANT_WIDTHS),
  example: 640,
}

function pictureResponses(text: string): Record<200 | 304, DocumentedResponse> {
  return { 200: { text, type: "image/*", headers: ["ETag"] }, 304: { text: "Vous l’avez déjà" } }
}

function ownerOf({ account }: AccountContext) {
  return { accountId: account.id }
}

const imagesRest = restCalls("images", [
  callFor("pictures.write", "POST /upload", {
    title: "Envoyer des images",
    text: "JPEG, PNG, WebP ou AVIF, 10 Mo au plus chacune, 12 au plus. Leurs noms vont dans project_images.",
    body: filesBody("vue.jpg"),
    responses: { 200: json(ImagesStored, "Les noms des images, dans l’ordre des fichiers", IMAGES_STORED) },
    async answer(c, context) {
      const filenames = await withMultipart(c, (form) => uploadImages(context, selectedFiles(form.getAll("images"))))
      return c.json({ success: true, filenames })
    },
  }),
  ...uploadCalls("/api/uploads", {
    what: "une image",
    call: (route, described) => callFor("pictures.write", route, described),
    ownerOf,
    create: (context, start) => createUpload(context, { ...ownerOf(context), client: null }, start),
    store: (context, file, finish) => uploadImages(context, [file], finish),
  }),
  publicCall("GET /uploads/:name", {
    title: "Obtenir une image",
    text: "Celles qui ne sont pas en ligne demandent le droit «\u00a0pictures.read\u00a0»\u202f; sans lui, la réponse est 404.",
    path: picturePath,
    query: {
      w: { ...widthQuery, schema: z.literal([...VARIANT_WIDTHS, PREVIEW_SIZE.width]) },
      h: {
        text: `Avec w=${PREVIEW_SIZE.width}, l’aperçu pour les partages (JPEG)`,
        schema: z.literal(PREVIEW_SIZE.height),
      },
      p: {
        text: "Avec w et h, le pourcentage autour duquel l’aperçu est coupé\u00a0: à l’horizontale si l’image est large",
        schema: z.int().check(z.minimum(0), z.maximum(100), z.multipleOf(PREVIEW_STEP)),
        example: 15,
      },
    },
    responses: pictureResponses("L’image"),
    errors: [400, 404],
    async answer(c, context) {
      const name = c.req.param("name")
      const { w, h, p } = c.req.query()
      const size = w === undefined && h === undefined && p === undefined ? undefined : parseSize(w, h, p)
      const visibility = await requireVisible(context, name, getCookie(c, PREVIEW_COOKIE))
      const response = await (size === undefined ? respondOriginal(c, name, IMMUTABLE) : respondVariant(c, name, size))
      if (visibility === "restricted") response.headers.set("Cache-Control", PRIVATE)
      else setHeaders(response, SHOWN_ELSEWHERE)
      return respondRange(c.req.raw, response)
    },
  }),
  publicCall("GET /api/placeholder.jpg", {
    title: "Obtenir l’image de remplacement",
    responses: { 200: { text: "L’image", type: "image/jpeg" } },
    async answer(c) {
      const content = await readFile(placeholder)
      const etag = strongEtag(content)
      const headers = { "Cache-Control": "public, max-age=86400", "Content-Type": "image/jpeg", ETag: etag }
      const sent = { ...headers, ...SHOWN_ELSEWHERE }
      if (matchesEtag(c.req.header("If-None-Match"), etag)) return c.body(null, 304, sent)
      return respondRange(c.req.raw, c.body(content, 200, { ...sent, "Content-Length": String(content.length) }))
    },
  }),
])

const picturesRest = restCalls("demandes", [
  callFor("messages.read", "GET /api/admin/message-photos/:name", {
    title: "Obtenir une photo d’une demande",
    path: picturePath,
    query: { w: widthQuery },
    responses: pictureResponses("La photo"),
    errors: [400, 404],
    async answer(c, context) {
      const name = c.req.param("name")
      const size = c.req.query("w") === undefined ? undefined : parseSize(c.req.query("w"))
      await requirePrivate(context, name)
      const response = await (size === undefined ? respondOriginal(c, name, PRIVATE) : respondVariant(c, name, size))
      response.headers.set("Cache-Control", PRIVATE)
      return respondRange(c.req.raw, response)
    },
  }),
])

export const uploadsRest = [...imagesRest, ...picturesRest]

function setHeaders({ headers }: Response, added: Record<string, string>) {
  for (const [name, value] of Object.entries(added)) headers.set(name, value)
}

function parseSize(w: string | undefined, h?: string, p?: string): VariantSize {
  if (w === String(PREVIEW_SIZE.width) && h === String(PREVIEW_SIZE.height)) return { position: parsePosition(p) }
  const width = h === undefined && p === undefined && VARIANT_WIDTHS.find((step) => String(step) === w)
  if (!width) throw new AppError("invalid", `${responseTexts.unknownWidth} : ${VARIANT_WIDTHS.join(", ")}`)
  return width
}

function parsePosition(p: string | undefined): number | undefined {
  if (p === undefined) return undefined
  const position = PREVIEW_POSITIONS.find((step) => String(step) === p)
  if (position === undefined)
    throw new AppError("invalid", `${responseTexts.unknownPosition} : ${PREVIEW_POSITIONS.join(", ")}`)
  return position
}

async function respondOriginal(c: Context<AppEnv>, name: string, cacheControl: string) {
  return respondImage(c, { ...(await openImage(c.get("context"), name)), etag: `"${name}"`, cacheControl })
}

interface Sent extends OpenObject {
  type: string
  etag: string
  cacheControl: string
}

async function respondImage(c: Context<AppEnv>, { body, bytes, type, etag, cacheControl }: Sent) {
  const cached = isNotModified(c, etag, cacheControl)
  if (!cached) {
    c.header("Content-Type", type)
    c.header("Content-Length", String(bytes))
    if (c.req.method !== "HEAD") return c.body(body)
  }
  await body.cancel()
  return c.body(null, cached ? 304 : 200)
}

async function respondVariant(c: Context<AppEnv>, name: string, requested: VariantSize) {
  const size = !isPreview(requested) && savesData(c) ? dataSaverWidth(requested) : requested
  // Messengers only know JPEG.
  const accepted = isPreview(size) ? (["jpeg"] as const) : acceptedFormats(c.req.header("Accept"))
  const variant = await findVariant(c.get("context"), name, size, accepted)
  const cacheControl = variant?.final ? IMMUTABLE : PROVISIONAL
  if (!isPreview(size)) c.header("Vary", `Accept, ${DATA_SAVER_VARY}`)
  if (!variant?.image) return respondOriginal(c, name, cacheControl)
  const { image, format } = variant
  return respondImage(c, {
    ...image,
    type: formats[format].type,
    etag: `"${variantName(name, size, formats[format].extension)}"`,
    cacheControl,
  })
}

/** Sets the headers of a cacheable image; returns whether the browser has it already. */
function isNotModified(c: Context, etag: string, cacheControl: string): boolean {
  c.header("Content-Security-Policy", SANDBOX)
  c.header("Cache-Control", cacheControl)
  c.header("ETag", etag)
  return matchesEtag(c.req.header("If-None-Match"), etag)
}

function dataSaverWidth(width: VariantWidth): VariantWidth {
  return width > 960 ? 640 : 320
}

/** Lists the lightest first. Wildcards do not count, because browsers that know neither AVIF nor WebP send them too. */
function acceptedFormats(accept = ""): [best: VariantFormat, ...others: VariantFormat[]] {
  const named = new Negotiator({ headers: { accept: accept.toLowerCase() } }).mediaTypes()
  const [best, ...others] = (["avif", "webp"] as const).filter((format) => named.includes(formats[format].type))
  return best ? [best, ...others, "jpeg"] : ["jpeg"]
}
