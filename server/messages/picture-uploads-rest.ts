import { PICTURES_MAX } from "#server/contract/message-pictures.ts"
import { UPLOAD_CHUNK_BYTES_MAX } from "#server/contract/uploads.ts"
import { selectedFiles, withMultipart } from "#server/http/multipart.ts"
import { createRequestLimit } from "#server/http/request-limit.ts"
import { publicCall } from "#server/http/rest-call.ts"
import { filesBody, IMAGES_STORED, ImagesStored, json } from "#server/http/rest-parts.ts"
import { uploadCalls } from "#server/http/resumable-upload.ts"
import { requireRoomForVisitors } from "#server/images/store/room-for-visitors.ts"
import { createPictureUpload, requireRoomForPictures, uploadPictures } from "./pictures.ts"

/** Each part is a transaction, however small it is. */
const limitParts = createRequestLimit({ maxRequests: 600, windowSeconds: 60 })

/** Receive the pictures of a request being written, at once or in parts that outlive a broken connection. */
export const pictureUploads = [
  publicCall("POST /api/contact/photos", {
    title: "Envoyer les photos d’une demande",
    text: `${PICTURES_MAX} photos au plus. Leurs noms vont dans photos de la demande\u202f; celles qu’aucune demande ne nomme sont effacées après un jour.`,
    limit: "20 photos en 10 minutes",
    body: filesBody("terrain.jpg"),
    responses: { 201: json(ImagesStored, "Les noms des photos, dans l’ordre des fichiers", IMAGES_STORED) },
    async answer(c, context) {
      await requireRoomForPictures(context)
      const filenames = await withMultipart(
        c,
        (form) => uploadPictures(context, selectedFiles(form.getAll("images"))),
        PICTURES_MAX,
      )
      return c.json({ success: true, filenames }, 201)
    },
  }),
  ...uploadCalls("/api/contact/uploads", {
    what: "une photo de demande",
    limit: "40 envois commencés en 10 minutes",
    call: publicCall,
    // A visitor has no account; knowing an upload's id gives access to it.
    ownerOf: () => ({ accountId: null }),
    create: createPictureUpload,
    async beforePart({ db, now, rateLimits, rateLimitKey }) {
      if (rateLimits) limitParts(rateLimitKey, now())
      await requireRoomForVisitors(db, now(), UPLOAD_CHUNK_BYTES_MAX)
    },
    store: (context, file, finish) => uploadPictures(context, [file], finish),
  }),
]
