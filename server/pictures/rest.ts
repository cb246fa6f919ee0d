import * as z from "zod/mini"
import { ShownPicture, UploadedPicture } from "#server/contract/content/pictures.ts"
import { selectedFiles, withMultipart } from "#server/http/multipart.ts"
import { callFor, restCalls } from "#server/http/rest-call.ts"
import { filesBody, json, named, Success } from "#server/http/rest-parts.ts"
import { uploadPictures } from "./commands.ts"

named("ShownPicture", ShownPicture)

const PicturesStored = named("PicturesStored", z.extend(Success, { pictures: z.array(UploadedPicture) }))

export const picturesRest = restCalls("images", [
  callFor(
    "pictures.write",
    "POST /api/pictures",
    {
      title: "Ajouter des images à la bibliothèque",
      text: "Une image qui ressemble à une autre n’est gardée que si quelqu’un le confirme dans la bibliothèque.",
      body: filesBody("vue.jpg"),
      responses: { 200: json(PicturesStored, "Ce que sont devenues les images") },
    },
    async (c, context) => {
      const pictures = await withMultipart(c, (form) => uploadPictures(context, selectedFiles(form.getAll("images"))))
      return c.json({ success: true, pictures })
    },
  ),
])
