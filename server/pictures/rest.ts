import * as z from "zod/mini"
import { LibraryPicture, ShownPicture, UploadedPicture } from "#server/contract/content/pictures.ts"
import { described, MOMENT_TEXT, said } from "#server/http/described.ts"
import { selectedFiles, withMultipart } from "#server/http/multipart.ts"
import { callFor, restCalls } from "#server/http/rest-call.ts"
import { filesBody, json, named, Success } from "#server/http/rest-parts.ts"
import { uploadPictures } from "./commands.ts"

export const ShownOnWire = named(
  "ShownPicture",
  described(ShownPicture, {
    name: "Le nom",
    path: "Le chemin d’une photo du site",
    widths: "Les largeurs qui existent",
    fallback: "La largeur du JPEG",
    width: "La largeur en pixels",
    height: "La hauteur en pixels",
    colour: "La couleur moyenne, #rrggbb",
    alt: "Le texte alternatif",
    focus: "Le point que tout cadrage montre, en pour cent",
    "focus.x": "Depuis la gauche",
    "focus.y": "Depuis le haut",
  }),
)

const uploadTexts = { name: "Le nom", fileName: "Le nom du fichier envoyé" }

const Twin = described(z.extend(LibraryPicture, { picture: ShownOnWire }), {
  ...uploadTexts,
  caption: "Ce qu’un projet en dit",
  picture: "De quoi la montrer",
  bytes: "La taille en octets",
  isBundled: "Si elle fait partie du site",
  createdAt: MOMENT_TEXT,
  deletedAt: "Quand elle a été mise à la corbeille",
})

const Uploaded = described(z.extend(UploadedPicture, { twins: z.array(Twin) }), {
  ...uploadTexts,
  isKnown: "Si la bibliothèque avait déjà cette image",
  twins: "Les images qui lui ressemblent",
})

const PicturesStored = named(
  "PicturesStored",
  z.extend(Success, { pictures: said("Ce que sont devenues les images", z.array(Uploaded)) }),
)

export const picturesRest = restCalls("images", [
  callFor("pictures.write", "POST /api/pictures", {
    title: "Ajouter des images à la bibliothèque",
    text: "Une image qui ressemble à une autre n’est gardée que si quelqu’un le confirme dans la bibliothèque.",
    body: filesBody("vue.jpg"),
    responses: { 200: json(PicturesStored, "Ce que sont devenues les images") },
    async answer(c, context) {
      const pictures = await withMultipart(c, (form) => uploadPictures(context, selectedFiles(form.getAll("images"))))
      return c.json({ success: true, pictures })
    },
  }),
])
