import * as z from "zod/mini"
import { Id } from "#server/contract/id.ts"
import { MESSAGE_STATES } from "#server/contract/message-states.ts"
import { PersonSelection } from "#server/contract/messages.ts"
import { responseTexts } from "#server/contract/response-texts.ts"
import { createCaller } from "#server/http/app-env.ts"
import { jsonDownload } from "#server/http/download.ts"
import { readJson, readNumber } from "#server/http/json-body.ts"
import { listPageQuery, readListPage } from "#server/http/list-page.ts"
import { callFor, publicCall, restCalls } from "#server/http/rest-call.ts"
import { done, json, jsonBody, named } from "#server/http/rest-parts.ts"
import { exportPerson } from "./person.ts"
import { pictureUploads } from "./picture-uploads-rest.ts"
import { messagesRouter } from "./router.ts"
import {
  AdditionOnWire,
  ContactRequestOnWire,
  ContactSent,
  LinkRequestOnWire,
  MessageOnWire,
  PersonExport,
} from "./wire.ts"

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

const { id, reference, phone, state, createdAt, ...written } = example

export const messagesRest = restCalls("demandes", [
  publicCall("POST /api/contact", {
    title: "Envoyer une demande",
    text: "E-mail ou téléphone\u00a0: l’un des deux suffit, l’e-mail peut être un texte vide. Une demande envoyée de nouveau avec le même idempotencyKey réussit et n’est enregistrée qu’une fois.",
    limit: "10 demandes en 10 minutes",
    body: jsonBody(ContactRequestOnWire, written),
    responses: {
      201: json(ContactSent, "La demande est enregistrée", {
        success: true,
        message: responseTexts.messageSent,
        id,
        reference,
        statusUrl: "https://exemple.cd/demande/…",
      }),
    },
    async answer(c) {
      const { statusUrl, ...receipt } = await createCaller(c, messagesRouter).send(await readJson(c))
      const answer = { success: true, message: responseTexts.messageSent, ...receipt }
      return c.json({ ...answer, statusUrl: c.get("origin") + statusUrl }, 201)
    },
  }),
  publicCall("POST /api/contact/additions", {
    title: "Compléter une demande",
    text: "Ajoute un texte et des photos à la demande dont la page de suivi s’ouvre par ce jeton. Le même ajout envoyé de nouveau avec le même idempotencyKey réussit et n’est enregistré qu’une fois\u202f; ses photos peuvent suivre ainsi.",
    limit: "20 ajouts en 10 minutes",
    body: jsonBody(AdditionOnWire, { token: "…", text: "Le portail est vert." }),
    responses: { 201: done("L’ajout est enregistré", responseTexts.additionSent) },
    errors: [404, 409],
    async answer(c) {
      await createCaller(c, messagesRouter).add(await readJson(c))
      return c.json({ success: true, message: responseTexts.additionSent }, 201)
    },
  }),
  publicCall("POST /api/contact/link", {
    title: "Renvoyer le lien d’une demande",
    text: "Il part par e-mail à l’adresse de la demande, si elle en a une. La réponse est la même qu’il y ait une telle demande ou non.",
    limit: "10 par heure, et 3 e-mails par heure et par référence",
    body: jsonBody(LinkRequestOnWire, { reference, contact: written.email }),
    responses: { 200: done("Le lien est parti si une demande correspond", responseTexts.requestLinkMailed) },
    errors: [409],
    async answer(c) {
      await createCaller(c, messagesRouter).resendLink(await readJson(c))
      return c.json({ success: true, message: responseTexts.requestLinkMailed })
    },
  }),
  ...pictureUploads,
  callFor("messages.read", "GET /api/contact-messages", {
    title: "Lister les demandes",
    text: "De la plus récente à la plus ancienne, sans la corbeille, et sans les indésirables si state ne les demande pas.",
    query: { state: { text: "Un seul état", schema: z.enum(MESSAGE_STATES), example: "new" }, ...listPageQuery },
    responses: { 200: json(named("Messages", z.array(MessageOnWire)), "Les demandes", [example], ["Link"]) },
    errors: [400],
    async answer(c) {
      const { list } = createCaller(c, messagesRouter)
      const state = c.req.query("state")
      const { rows, headers } = await readListPage(
        c,
        "state",
        (page) => list({ ...page, state }),
        ({ createdAt }) => createdAt,
      )
      return c.json(rows, 200, headers)
    },
  }),
  callFor("messages.write", "DELETE /api/contact-messages/:id", {
    title: "Supprimer une demande",
    text: "Elle va dans la corbeille.",
    path,
    responses: { 200: done("La demande est dans la corbeille", responseTexts.messageDeleted) },
    errors: [400, 404],
    async answer(c) {
      await createCaller(c, messagesRouter).delete(readNumber(c.req.param("id")))
      return c.json({ success: true, message: responseTexts.messageDeleted })
    },
  }),
  callFor("people.export", "GET /api/admin/messages/:id/person", {
    title: "Exporter tout ce qui est conservé d’une personne",
    text: "Toutes les demandes du même e-mail et du même téléphone que celle-ci, avec leur suivi et leurs photos (en base64). N’importe qui peut donner le numéro d’un autre\u00a0: celles qui n’ont que l’un des deux n’y sont que si «\u00a0avec\u00a0» les nomme.",
    reauthenticated: true,
    path,
    query: { avec: { text: "Les numéros d’autres demandes de cette personne", schema: z.string(), example: "12,15" } },
    responses: { 200: json(PersonExport, "Le fichier") },
    errors: [400, 404, 409],
    async answer(c, context) {
      const others = c.req.query("avec")?.split(",").map(readNumber)
      const selected = PersonSelection.parse({ id: readNumber(c.req.param("id")), others })
      return jsonDownload(`demandes-${selected.id}.json`, await exportPerson(context, selected))
    },
  }),
])
