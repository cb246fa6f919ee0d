import * as z from "zod/mini"
import { Id } from "#server/contract/id.ts"
import { ASSIGNEE_SLUGS, SORT_SLUGS, WITH_PHOTOS } from "#server/contract/inbox-search-params.ts"
import { PHOTOS_MAX } from "#server/contract/message-photos.ts"
import { FOLDER_SLUGS, MESSAGE_STATES } from "#server/contract/message-states.ts"
import { messages } from "#server/contract/response-messages.ts"
import { CONTACT_SECTORS } from "#server/contract/sectors.ts"
import { type ApiOperations, json, jsonBody } from "./api-operation.ts"
import { listPageQuery } from "./projects.ts"
import { pictureName, uploadCalls, widthQuery } from "./uploads.ts"

const path = { id: { text: "Le numéro de la demande", schema: Id, example: 41 } }

const example = {
  id: 41,
  reference: "LIS-7K3M-26",
  firstName: "Amina",
  lastName: "Kabongo",
  email: "amina@exemple.cd",
  phone: "+243812345678",
  sector: "construction",
  message: "Bonjour, je voudrais un devis pour une maison.",
  state: "new",
  createdAt: "2026-03-09T14:02:11.000Z",
}

const period = {
  du: { text: "Le premier jour, à Kinshasa", schema: z.iso.date(), example: "2026-03-01" },
  au: { text: "Le dernier jour, compris", schema: z.iso.date(), example: "2026-03-31" },
}

export const messageOperations: ApiOperations = {
  "POST /api/contact": {
    tag: "demandes",
    title: "Envoyer une demande",
    text: "E-mail ou téléphone\u00a0: l’un des deux suffit, l’e-mail peut être un texte vide. Une demande envoyée de nouveau avec le même requestId réussit et n’est enregistrée qu’une fois.",
    limit: "10 demandes en 10 minutes",
    body: jsonBody("ContactRequest", {
      firstName: example.firstName,
      lastName: example.lastName,
      email: example.email,
      sector: example.sector,
      message: example.message,
    }),
    responses: {
      201: json("ContactSent", "La demande est enregistrée", {
        example: {
          success: true,
          message: messages.messageSent,
          id: 41,
          reference: example.reference,
          statusUrl: "https://exemple.cd/demande/…",
        },
      }),
    },
  },
  "POST /api/contact/photos": {
    tag: "demandes",
    title: "Envoyer les photos d’une demande",
    text: `${PHOTOS_MAX} photos au plus. Leurs noms vont dans photos de la demande\u202f; celles qu’aucune demande ne nomme sont effacées après un jour.`,
    limit: "20 photos en 10 minutes",
    body: { type: "multipart/form-data", schema: "Files", example: { images: "@terrain.jpg" } },
    responses: {
      201: json("ImagesStored", "Les noms des photos, dans l’ordre des fichiers", {
        example: { success: true, filenames: ["0f3a9c1d2e4b5a67.webp"] },
      }),
    },
  },
  ...uploadCalls("/api/contact/uploads", {
    tag: "demandes",
    what: "une photo de demande",
    limit: "40 envois commencés en 10 minutes",
  }),
  "GET /api/contact-messages": {
    tag: "demandes",
    title: "Lister les demandes",
    text: "De la plus récente à la plus ancienne, sans la corbeille, et sans les indésirables si state ne les demande pas.",
    right: "messages.read",
    query: { state: { text: "Un seul état", schema: z.enum(MESSAGE_STATES), example: "new" }, ...listPageQuery },
    responses: {
      200: json("Messages", "Les demandes", { headers: ["Link"], example: [example] }),
    },
    errors: [400],
  },
  "DELETE /api/contact-messages/:id": {
    tag: "demandes",
    title: "Supprimer une demande",
    text: "Elle va dans la corbeille.",
    right: "messages.write",
    path,
    responses: {
      200: json("Done", "La demande est dans la corbeille", {
        example: { success: true, message: messages.messageDeleted },
      }),
    },
    errors: [400, 404],
  },
  "GET /api/admin/message-photos/:name": {
    tag: "demandes",
    title: "Obtenir une photo d’une demande",
    right: "messages.read",
    path: pictureName,
    query: { w: widthQuery },
    responses: { 200: { text: "La photo", type: "image/*", headers: ["ETag"] }, 304: { text: "Vous l’avez déjà" } },
    errors: [400, 404],
  },
  "GET /api/admin/messages/:id/person": {
    tag: "demandes",
    title: "Exporter tout ce qui est conservé d’une personne",
    text: "Toutes les demandes du même e-mail et du même téléphone que celle-ci, avec leur suivi et leurs photos (en base64). N’importe qui peut donner le numéro d’un autre\u00a0: celles qui n’ont que l’un des deux n’y sont que si «\u00a0avec\u00a0» les nomme.",
    right: "people.export",
    path,
    query: {
      avec: { text: "Les numéros d’autres demandes de cette personne", schema: z.string(), example: "12,15" },
    },
    responses: { 200: json("PersonExport", "Le fichier") },
    errors: [400, 404, 409],
  },
  "GET /api/admin/messages.csv": {
    tag: "demandes",
    title: "Exporter les demandes en CSV",
    text: "Point-virgule, UTF-8 avec BOM. Les filtres sont ceux de la boîte de réception\u202f; un filtre inconnu est ignoré. Dans un navigateur, le mot de passe ou une clé d’accès doit avoir été donné depuis 10 minutes au plus\u202f; sinon 403.",
    right: "people.export",
    query: {
      search: { text: "Un texte à chercher", schema: z.string(), example: "devis" },
      etat: { text: "L’état", schema: z.enum(Object.values(FOLDER_SLUGS)) },
      secteur: { text: "Le secteur", schema: z.enum(CONTACT_SECTORS) },
      responsable: {
        text: `Qui s’en charge\u00a0: le numéro d’un compte, «\u00a0${ASSIGNEE_SLUGS.me}\u00a0» ou «\u00a0${ASSIGNEE_SLUGS.none}\u00a0»`,
        schema: z.union([z.int(), z.enum(Object.values(ASSIGNEE_SLUGS))]),
      },
      ...period,
      photos: { text: "Celles qui ont des photos", schema: z.literal(WITH_PHOTOS) },
      tri: { text: "L’ordre", schema: z.enum(Object.values(SORT_SLUGS)) },
    },
    responses: { 200: { text: "Le fichier", type: "text/csv; charset=utf-8" } },
  },
  "GET /api/admin/message-figures.csv": {
    tag: "demandes",
    title: "Exporter les chiffres des demandes en CSV",
    right: "messages.read",
    query: { du: { ...period.du, required: true }, au: { ...period.au, required: true } },
    responses: { 200: { text: "Le fichier", type: "text/csv; charset=utf-8" } },
    errors: [400],
  },
  "GET /api/admin/events": {
    tag: "demandes",
    title: "Suivre la boîte de réception",
    text: "Un flux d’événements «\u00a0messages\u00a0», dont les données sont version et unread en JSON. Il dure autant que la session d’un navigateur\u00a0: un jeton n’y est pas accepté (403).",
    right: "messages.read",
    takesToken: false,
    responses: { 200: { text: "Le flux", type: "text/event-stream" } },
  },
}
