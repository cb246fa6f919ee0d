import * as z from "zod/mini"
import { Id } from "#server/contract/id.ts"
import { Attachment } from "#server/contract/message-attachments.ts"
import { described, said } from "#server/http/described.ts"
import { readNumber } from "#server/http/json-body.ts"
import { withMultipart } from "#server/http/multipart.ts"
import { callFor, restCalls } from "#server/http/rest-call.ts"
import { json, named, Success } from "#server/http/rest-parts.ts"
import { getAttachment, storeAttachment } from "./attachments.ts"
import { attachmentTexts } from "./wire.ts"

const Stored = named("AttachmentStored", described(z.extend(Success, Attachment.shape), attachmentTexts))

const FileOnWire = named("AttachmentFile", z.object({ file: said("Le fichier", z.file()) }))

const example = { success: true, id: 12, name: "devis.pdf", type: "application/pdf", bytes: 48_211 }

export const attachmentsRest = restCalls("demandes", [
  callFor("messages.write", "POST /api/admin/message-attachments", {
    title: "Envoyer une pièce jointe",
    text: "Un PDF ou une image, de 10 Mo au plus, pour une réponse ou une note\u202f; ce que rien ne prend en un jour est effacé.",
    body: { type: "multipart/form-data", schema: FileOnWire, example: { file: "@devis.pdf" } },
    responses: { 201: json(Stored, "Le fichier est enregistré", example) },
    async answer(c, context) {
      const stored = await withMultipart(
        c,
        (form) => {
          const file = form.get("file")
          return storeAttachment(context, file instanceof File ? file : undefined)
        },
        1,
      )
      return c.json({ success: true, ...stored }, 201)
    },
  }),
  callFor("messages.read", "GET /api/admin/message-attachments/:id", {
    title: "Obtenir une pièce jointe",
    path: { id: { text: "Le numéro de la pièce jointe", schema: Id, example: 12 } },
    responses: { 200: { text: "Le fichier", type: "application/pdf" } },
    errors: [400, 404],
    async answer(c, context) {
      const { name, type, content } = await getAttachment(context, Id.parse(readNumber(c.req.param("id"))))
      return c.body(new Uint8Array(content), 200, {
        "Content-Type": type,
        "Content-Length": String(content.length),
        "Content-Disposition": `attachment; filename*=UTF-8''${encodeURIComponent(name).replaceAll("'", "%27")}`,
        "Content-Security-Policy": "sandbox; default-src 'none'",
        "Cache-Control": "private, no-store",
      })
    },
  }),
])
