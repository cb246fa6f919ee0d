import * as z from "zod/mini"
import type { Right } from "#server/contract/domains/domains.ts"
import { PREVIEW_SIZE, PREVIEW_STEP, VARIANT_WIDTHS } from "#server/contract/images.ts"
import { ImageName } from "#server/contract/project-drafts.ts"
import { UPLOAD_CHUNK_BYTES_MAX } from "#server/contract/uploads.ts"
import { type ApiOperations, type HeaderName, json, jsonBody, type Tag } from "./api-operation.ts"

export const pictureName = { name: { text: "Le nom de l’image", schema: ImageName, example: "0f3a9c1d2e4b5a67.webp" } }

export const widthQuery = {
  text: "La largeur en pixels\u202f; le format suit l’en-tête Accept (AVIF, WebP, sinon JPEG)",
  schema: z.literal(VARIANT_WIDTHS),
  example: 640,
}

interface Uploads {
  tag: Tag
  /** A noun with its article, such as « une image ». */
  what: string
  right?: Right
  limit?: string
}

const uploadHeaders: HeaderName[] = ["Upload-Offset", "Upload-Length", "Upload-Complete", "Upload-Limit"]

const path = {
  id: { text: "L’identifiant de l’envoi", schema: z.string(), example: "5c2f6a3e-8f0b-4d55-9a59-2c8f6f1b7f10" },
}

const stored = { success: true, filenames: ["0f3a9c1d2e4b5a67.webp"] }

/** Returns the calls for files that are sent in parts (draft-ietf-httpbis-resumable-upload). */
export function uploadCalls(at: string, { what, limit, ...common }: Uploads): ApiOperations {
  return {
    [`POST ${at}`]: {
      ...common,
      title: `Commencer l’envoi par parties d’${what}`,
      text: "Pour les connexions qui se coupent. Les parties suivent par PATCH, à l’adresse de Location.",
      ...(limit && { limit }),
      body: jsonBody("UploadStart", { name: "vue.jpg", length: 2_500_000 }),
      responses: {
        201: json("UploadBegun", "L’envoi est commencé", {
          headers: ["Location", ...uploadHeaders],
          example: { success: true, id: path.id.example },
        }),
      },
    },
    [`GET ${at}/:id`]: {
      ...common,
      title: "Savoir où en est un envoi",
      text: "HEAD répond de même.",
      path,
      responses: { 204: { text: "L’état de l’envoi est dans les en-têtes", headers: uploadHeaders } },
      errors: [404],
    },
    [`PATCH ${at}/:id`]: {
      ...common,
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
        200: json("ImagesStored", "Le fichier est complet et enregistré", { headers: uploadHeaders, example: stored }),
        204: { text: "La partie est reçue", headers: uploadHeaders },
      },
      errors: [404, 409],
    },
    [`DELETE ${at}/:id`]: {
      ...common,
      title: "Abandonner un envoi",
      path,
      responses: { 204: { text: "L’envoi est effacé" } },
      errors: [404],
    },
  }
}

export const imageOperations: ApiOperations = {
  "POST /upload": {
    tag: "images",
    title: "Envoyer des images",
    text: "JPEG, PNG, WebP ou AVIF, 10 Mo au plus chacune, 12 au plus. Leurs noms vont dans project_images.",
    right: "pictures.write",
    body: { type: "multipart/form-data", schema: "Files", example: { images: "@vue.jpg" } },
    responses: {
      200: json("ImagesStored", "Les noms des images, dans l’ordre des fichiers", { example: stored }),
    },
  },
  "POST /api/pictures": {
    tag: "images",
    title: "Ajouter des images à la bibliothèque",
    text: "Une image qui ressemble à une autre n’est gardée que si quelqu’un le confirme dans la bibliothèque.",
    right: "pictures.write",
    body: { type: "multipart/form-data", schema: "Files", example: { images: "@vue.jpg" } },
    responses: {
      200: json("PicturesStored", "Ce que sont devenues les images"),
    },
  },
  ...uploadCalls("/api/uploads", { tag: "images", what: "une image", right: "pictures.write" }),
  "GET /uploads/:name": {
    tag: "images",
    title: "Obtenir une image",
    text: "Celles qui ne sont pas en ligne demandent le droit «\u00a0pictures.read\u00a0»\u202f; sans lui, la réponse est 404.",
    path: pictureName,
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
    responses: { 200: { text: "L’image", type: "image/*", headers: ["ETag"] }, 304: { text: "Vous l’avez déjà" } },
    errors: [400, 404],
  },
  "GET /api/placeholder.jpg": {
    tag: "images",
    title: "Obtenir l’image de remplacement",
    responses: { 200: { text: "L’image", type: "image/jpeg" } },
  },
}
