import type { Context as HonoContext } from "hono"
import * as z from "zod/mini"
import { BYTES_MAX } from "#server/contract/images.ts"
import { responseTexts } from "#server/contract/response-texts.ts"
import { UPLOAD_CHUNK_BYTES_MAX, UploadStart } from "#server/contract/uploads.ts"
import { AppError } from "#server/errors.ts"
import {
  appendChunk,
  completeUpload,
  deleteUpload,
  getUpload,
  type OwnAccount,
  type StorePicture,
  type Upload,
  type UploadChunk,
} from "#server/images/store/resumable-uploads.ts"
import type { Context } from "#server/trpc/context.ts"
import type { AppEnv } from "./app-env.ts"
import { described, said } from "./described.ts"
import { mediaTypeOf, readJson, readNumber } from "./json-body.ts"
import { readPartialBody } from "./partial-body.ts"
import type { CallOf } from "./rest-call.ts"
import { type HeaderName, IMAGES_STORED, ImagesStored, json, jsonBody, named, Success } from "./rest-parts.ts"
import { receiveInTurn } from "./visitor-turns.ts"

// These are Resumable Uploads for HTTP (draft-ietf-httpbis-resumable-upload-12) with this site's own responses.

const StartOnWire = named(
  "UploadStart",
  described(UploadStart, { name: "Le nom du fichier", length: "La taille du fichier en octets" }),
)

const ID_TEXT = "L’identifiant de l’envoi"

const UploadBegun = named("UploadBegun", z.extend(Success, { id: said(ID_TEXT, z.string()) }))

const path = { id: { text: ID_TEXT, schema: z.string(), example: "5c2f6a3e-8f0b-4d55-9a59-2c8f6f1b7f10" } }

const headers: HeaderName[] = ["Upload-Offset", "Upload-Length", "Upload-Complete", "Upload-Limit"]

interface Uploads<Caller> {
  /** A noun with its article, such as « une image ». */
  what: string
  limit?: string
  /** Makes each call, with the right that it needs. */
  call: CallOf<Caller>
  ownerOf: (context: Caller) => OwnAccount
  create: (context: Caller, start: UploadStart) => Promise<Upload>
  beforePart?: (context: Caller) => Promise<void>
  store: (context: Caller, ...picture: Parameters<StorePicture>) => ReturnType<StorePicture>
}

/** Returns the calls for files that are sent in parts. */
export function uploadCalls<Caller extends Context>(
  at: `/${string}`,
  { what, limit, call, ownerOf, create, beforePart = async () => {}, store }: Uploads<Caller>,
) {
  return [
    call(`POST ${at}`, {
      title: `Commencer l’envoi par parties d’${what}`,
      text: "Pour les connexions qui se coupent. Les parties suivent par PATCH, à l’adresse de Location.",
      ...(limit && { limit }),
      body: jsonBody(StartOnWire, { name: "vue.jpg", length: 2_500_000 }),
      responses: {
        201: json(UploadBegun, "L’envoi est commencé", { success: true, id: path.id.example }, [
          "Location",
          ...headers,
        ]),
      },
      async answer(c, context) {
        const upload = await create(context, UploadStart.parse(await readJson(c)))
        setUploadHeaders(c, upload)
        c.header("Location", `${at}/${upload.id}`)
        return c.json({ success: true, id: upload.id }, 201)
      },
    }),
    call(`GET ${at}/:id`, {
      title: "Savoir où en est un envoi",
      text: "HEAD répond de même.",
      path,
      responses: { 204: { text: "L’état de l’envoi est dans les en-têtes", headers } },
      errors: [404],
      async answer(c, context) {
        setUploadHeaders(c, await getUpload(context, ownerOf(context), c.req.param("id")))
        return c.body(null, 204)
      },
    }),
    call(`PATCH ${at}/:id`, {
      title: "Envoyer une partie",
      text: `${UPLOAD_CHUNK_BYTES_MAX / 1024 / 1024} Mo au plus. La dernière porte «\u00a0Upload-Complete: ?1\u00a0».`,
      path,
      headers: {
        "Upload-Offset": {
          text: "La position de cette partie, en octets",
          schema: z.int(),
          example: 0,
          required: true,
        },
        "Upload-Complete": {
          text: "«\u00a0?1\u00a0» pour la dernière partie, sinon «\u00a0?0\u00a0»",
          schema: z.enum(["?0", "?1"]),
          example: "?1",
          required: true,
        },
      },
      body: { type: "application/partial-upload", example: "@partie-1" },
      responses: {
        200: json(ImagesStored, "Le fichier est complet et enregistré", IMAGES_STORED, headers),
        204: { text: "La partie est reçue", headers },
      },
      errors: [404, 409],
      async answer(c, context) {
        await beforePart(context)
        return respondAppend(c, {
          append: (part) => appendChunk(context, ownerOf(context), c.req.param("id"), part),
          complete: (upload) => completeUpload(context, upload, (...picture) => store(context, ...picture)),
        })
      },
    }),
    call(`DELETE ${at}/:id`, {
      title: "Abandonner un envoi",
      path,
      responses: { 204: { text: "L’envoi est effacé" } },
      errors: [404],
      async answer(c, context) {
        await deleteUpload(context, ownerOf(context), c.req.param("id"))
        return c.body(null, 204)
      },
    }),
  ]
}

interface Appending {
  append: (chunk: UploadChunk) => Promise<{ isAppended: boolean; upload: Upload }>
  /** Returns the name of the stored image. */
  complete: (upload: Upload) => Promise<string>
}

async function respondAppend(c: HonoContext<AppEnv>, { append, complete }: Appending): Promise<Response> {
  const { offset, isLast } = readPartHeaders(c)
  const { content, interruption } = await receiveInTurn(c.get("context"), (checkPace) =>
    readPartialBody(c, UPLOAD_CHUNK_BYTES_MAX, checkPace),
  )
  const { isAppended, upload } = await append({ offset, content, isLast: isLast && !interruption })
  setUploadHeaders(c, upload)
  if (!isAppended) throw new AppError("conflict", responseTexts.uploadOffsetDiffers)
  if (interruption) throw new AppError("invalid", responseTexts.malformedRequest, { cause: interruption })
  if (!isLast) return c.body(null, 204)
  const filenames = [await complete(upload)]
  c.header("Upload-Complete", "?1")
  return c.json({ success: true, filenames })
}

function readPartHeaders(c: HonoContext): { offset: number; isLast: boolean } {
  if (mediaTypeOf(c) !== "application/partial-upload") throw new AppError("unsupported", responseTexts.partRequired)
  const offset = readNumber(c.req.header("Upload-Offset") ?? "")
  if (Number.isNaN(offset)) throw new AppError("invalid", responseTexts.uploadOffsetInvalid)
  const complete = c.req.header("Upload-Complete") ?? ""
  if (!/^\?[01]$/.test(complete)) throw new AppError("invalid", responseTexts.uploadCompleteInvalid)
  return { offset, isLast: complete === "?1" }
}

function setUploadHeaders(c: HonoContext<AppEnv>, { received, length, image, expiresAt }: Upload) {
  const maxAge = Math.max(0, Math.floor((Date.parse(expiresAt) - c.get("context").now().getTime()) / 1000))
  c.header("Upload-Offset", String(received))
  c.header("Upload-Length", String(length))
  c.header("Upload-Complete", image ? "?1" : "?0")
  c.header("Upload-Limit", `max-size=${BYTES_MAX}, max-append-size=${UPLOAD_CHUNK_BYTES_MAX}, max-age=${maxAge}`)
}
