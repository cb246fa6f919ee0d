import type { AnyProcedure } from "@trpc/server"
import { expect, test } from "vitest"
import type { Right } from "#server/contract/domains/domains.ts"
import { ROLES, type Role } from "#server/contract/domains/roles.ts"
import { hasRight } from "#server/contract/rights.ts"
import { TOKEN_RIGHTS } from "#server/contract/tokens.ts"
import { pages } from "#server/pages/pages.ts"
import type { Bundle } from "#server/pages/render.ts"
import { appRouter } from "#server/router.ts"
import { contentAddress } from "#server/testing/content-address.ts"
import { createTestToken } from "./create-test-token.ts"
import { expectDocumented, isDocumented, rightOf } from "./expect-documented.ts"
import { contactFields, createTestProject } from "./fixtures.ts"
import { createTemplate, openCopy } from "./open-test-database.ts"
import { signInAs } from "./sign-in-as.ts"
import { startApp } from "./start-app.ts"

// This file lists each call with the status for each role, so that a new call cannot be forgotten.
type Statuses = Record<Caller, number>

type Caller = "visitor" | Role

const CALLERS: readonly Caller[] = ["visitor", ...ROLES]

function statusesBy(statusOf: (caller: Caller) => number): Statuses {
  return Object.fromEntries(CALLERS.map((caller) => [caller, statusOf(caller)])) as Statuses
}

function everyone(status: number): Statuses {
  return statusesBy(() => status)
}

/** These are the statuses of calls for accounts only, whatever their role. */
function anyAccount(status: number): Statuses {
  return statusesBy((caller) => (caller === "visitor" ? 401 : status))
}

/** These are the statuses of a form that tells visitors to sign in. */
function signedIn(status: number): Statuses {
  return statusesBy((caller) => (caller === "visitor" ? 400 : status))
}

/** These are the statuses of calls for the roles that have the right. */
function needs(right: Right, status: number): Statuses {
  return statusesBy((caller) => {
    if (caller === "visitor") return 401
    return hasRight(caller, right) ? status : 403
  })
}

const credentials = { email: "personne@exemple.cd", password: "" }
const draft = { name: "École", description: "Une école.", status: "En cours", sector: "Construction" }

const batchId = "a1f0c2d4-5b6e-4f70-8a91-b2c3d4e5f607"

const edited = { page: "annonce", revision: 0, version: 0 }
const announcement = { text: "Fermé lundi", href: "", from: "", until: "" }

const acceptance = {
  username: "Anne",
  email: "anne@exemple.cd",
  password: "neuf planches d’iroko",
  confirmPassword: "neuf planches d’iroko",
}

const pushDevice = {
  endpoint: "https://push.exemple.cd/appareil",
  publicKey: "B".repeat(87),
  authSecret: "a".repeat(22),
}

const procedures: Record<string, { input?: unknown; statuses: Statuses }> = {
  "accounts.me": { statuses: everyone(200) },
  "accounts.register": { input: credentials, statuses: everyone(400) },
  "accounts.signIn": { input: credentials, statuses: everyone(400) },
  "accounts.signOut": { statuses: everyone(200) },
  "accounts.changePassword": { input: {}, statuses: anyAccount(400) },
  "accounts.reauthenticate": { input: {}, statuses: anyAccount(400) },
  "accounts.checkReauthentication": { statuses: anyAccount(200) },
  "accounts.sessions": { statuses: anyAccount(200) },
  "accounts.endSession": { input: "0".repeat(64), statuses: anyAccount(404) },
  "accounts.mailsLinks": { statuses: everyone(200) },
  "accounts.requestReset": { input: {}, statuses: everyone(400) },
  "accounts.reset": { input: "inconnu", statuses: everyone(404) },
  "accounts.resetPassword": { input: {}, statuses: everyone(400) },
  "accounts.createResetLink": { input: { id: 999 }, statuses: needs("users.manage", 404) },
  "accounts.requestEmailChange": { input: {}, statuses: anyAccount(400) },
  "accounts.emailChange": { input: "inconnu", statuses: everyone(404) },
  "accounts.confirmEmail": { input: "inconnu", statuses: everyone(404) },
  "accounts.rename": { input: { fullName: "" }, statuses: needs("office.open", 200) },
  "accounts.preferences": { statuses: needs("office.open", 200) },
  "accounts.changePreferences": { input: { mailsDigest: false }, statuses: needs("office.open", 200) },
  "accounts.devices": { statuses: needs("messages.read", 200) },
  "accounts.addDevice": { input: pushDevice, statuses: needs("messages.read", 200) },
  "accounts.removeDevice": { input: 999, statuses: needs("messages.read", 404) },
  "accounts.leave": {
    statuses: statusesBy((caller) => (caller === "visitor" ? 401 : caller === "user" ? 200 : 403)),
  },
  "accounts.endOtherSessions": { statuses: anyAccount(200) },
  "factors.signInOptions": { statuses: everyone(200) },
  "factors.signIn": { input: {}, statuses: everyone(400) },
  "factors.choices": { statuses: anyAccount(200) },
  "factors.verifyCode": { input: {}, statuses: anyAccount(400) },
  "factors.passkeyOptions": { statuses: anyAccount(200) },
  "factors.verifyPasskey": { input: {}, statuses: anyAccount(400) },
  "factors.registrationOptions": { input: {}, statuses: anyAccount(200) },
  "factors.addPasskey": { input: {}, statuses: anyAccount(400) },
  "factors.startCodes": { input: {}, statuses: anyAccount(200) },
  "factors.confirmCodes": { input: {}, statuses: anyAccount(400) },
  "factors.own": { statuses: anyAccount(200) },
  "factors.renamePasskey": { input: { id: "inconnue", name: "Téléphone" }, statuses: anyAccount(404) },
  "factors.removePasskey": { input: { id: "inconnue" }, statuses: anyAccount(404) },
  "factors.turnOffCodes": { input: {}, statuses: anyAccount(409) },
  "factors.renewRecoveryCodes": { input: {}, statuses: anyAccount(409) },
  "factors.requirement": { statuses: needs("users.manage", 200) },
  "factors.setRequirement": { input: { roles: ["admin"] }, statuses: needs("users.manage", 409) },
  "factors.requestLink": { statuses: anyAccount(409) },
  "factors.link": { input: "inconnu", statuses: everyone(404) },
  "factors.useLink": { input: "inconnu", statuses: anyAccount(404) },
  "factors.createLinkFor": { input: { id: 999 }, statuses: needs("users.manage", 404) },
  "factors.resetFor": { input: { id: 999 }, statuses: needs("users.manage", 404) },
  "audit.search": { input: { search: "", page: 1 }, statuses: needs("audit.read", 200) },
  "audit.actors": { statuses: needs("audit.read", 200) },
  "content.site": { statuses: everyone(200) },
  "content.page": { input: { slug: "contact" }, statuses: everyone(200) },
  "content.pages": { statuses: needs("content.read", 200) },
  "content.edited": { input: { page: "contact" }, statuses: needs("content.read", 200) },
  "content.revisions": { input: { page: "contact" }, statuses: needs("content.read", 200) },
  "content.revision": { input: { page: "contact", id: 0 }, statuses: needs("content.read", 200) },
  "content.saveDraft": { input: { ...edited, content: announcement }, statuses: needs("content.write", 200) },
  "content.publish": { input: edited, statuses: needs("content.write", 200) },
  "content.schedule": { input: { ...edited, at: null }, statuses: needs("content.write", 400) },
  "content.discard": { input: edited, statuses: needs("content.write", 200) },
  "content.revert": { input: { ...edited, id: 0 }, statuses: needs("content.write", 200) },
  "messages.send": { input: contactFields, statuses: everyone(200) },
  "messages.emailService": { statuses: everyone(200) },
  "messages.status": { input: "inconnu", statuses: everyone(404) },
  "messages.own": { statuses: anyAccount(200) },
  "messages.keep": { input: "inconnu", statuses: anyAccount(404) },
  "messages.release": { input: "inconnu", statuses: anyAccount(404) },
  "messages.resendLink": { input: {}, statuses: everyone(400) },
  "messages.add": { input: { token: "inconnu", text: "Bonjour" }, statuses: everyone(404) },
  "messages.list": { input: {}, statuses: needs("messages.read", 200) },
  "messages.search": { input: { search: "", page: 1 }, statuses: needs("messages.read", 200) },
  "messages.ids": { input: { search: "" }, statuses: needs("messages.read", 200) },
  "messages.figures": { input: { from: "2026-03-01", until: "2026-03-31" }, statuses: needs("messages.read", 200) },
  "messages.inbox": { statuses: needs("messages.read", 200) },
  "messages.colleagues": { statuses: needs("messages.read", 200) },
  "messages.get": { input: 999, statuses: needs("messages.read", 404) },
  "messages.change": {
    input: { ids: [999], action: { kind: "trash" }, batchId },
    statuses: needs("messages.write", 200),
  },
  "messages.undo": { input: batchId, statuses: needs("messages.write", 200) },
  "messages.addEntry": {
    input: { id: 999, kind: "note", text: "Rappeler", idempotencyKey: batchId, lastEntry: 0 },
    statuses: needs("messages.write", 404),
  },
  "messages.addContact": {
    input: { id: 999, channel: "call", idempotencyKey: batchId },
    statuses: needs("messages.write", 404),
  },
  "messages.person": { input: 999, statuses: needs("people.export", 404) },
  "messages.erasePerson": { input: { id: 999, batchId }, statuses: needs("people.export", 404) },
  "messages.erasures": { statuses: needs("people.export", 200) },
  "messages.restorePerson": { input: batchId, statuses: needs("people.export", 404) },
  "messages.resendMail": { input: 999, statuses: needs("messages.write", 409) },
  "messages.templates": { statuses: needs("messages.read", 200) },
  "messages.delete": { input: 999, statuses: needs("messages.write", 404) },
  "pictures.search": { input: { search: "", page: 1 }, statuses: needs("pictures.read", 200) },
  "pictures.get": { input: "hero/home", statuses: needs("pictures.read", 200) },
  "pictures.find": { input: "hero/home", statuses: needs("pictures.read", 200) },
  "pictures.describe": {
    input: { name: "hero/home", alt: "Accueil", focus: null },
    statuses: needs("pictures.write", 200),
  },
  "pictures.add": { input: "rien.jpg", statuses: needs("pictures.write", 404) },
  "pictures.keep": { input: "rien.jpg", statuses: needs("pictures.write", 404) },
  "pictures.drop": { input: "rien.jpg", statuses: needs("pictures.write", 200) },
  "pictures.replace": { input: { name: "hero/home", by: "hero/about" }, statuses: needs("pictures.write", 200) },
  "pictures.delete": { input: "hero/home", statuses: needs("pictures.write", 409) },
  "pictures.restore": { input: "rien.jpg", statuses: needs("pictures.write", 404) },
  "projects.list": { input: {}, statuses: everyone(200) },
  "projects.page": { input: { sector: "Transport", page: 1 }, statuses: everyone(200) },
  "projects.get": { input: 1, statuses: everyone(200) },
  "projects.slugHolder": { input: 1, statuses: needs("projects.read", 200) },
  "projects.search": { input: { search: "", sort: "newest", page: 1 }, statuses: needs("projects.read", 200) },
  "projects.portfolio": { input: { page: 1 }, statuses: everyone(200) },
  "projects.atSlug": { input: "inconnu", statuses: everyone(404) },
  "projects.managed": { input: 1, statuses: needs("projects.read", 200) },
  "projects.ids": { input: { search: "", sort: "newest" }, statuses: needs("projects.read", 200) },
  "projects.create": { input: draft, statuses: needs("projects.write", 200) },
  "projects.createDraft": { input: { name: "École", sector: "Construction" }, statuses: needs("projects.write", 200) },
  "projects.update": { input: { id: 1, name: "Autre" }, statuses: needs("projects.write", 200) },
  "projects.publish": { input: { id: 1 }, statuses: needs("projects.write", 200) },
  "projects.withdraw": { input: { id: 1 }, statuses: needs("projects.write", 200) },
  "projects.schedule": { input: { id: 1, at: null }, statuses: needs("projects.write", 200) },
  "projects.delete": { input: 1, statuses: needs("projects.write", 200) },
  "projects.restore": { input: 1, statuses: needs("projects.write", 200) },
  "projects.revisions": { input: 1, statuses: needs("projects.read", 200) },
  "projects.revert": { input: { id: 1, revision: 1 }, statuses: needs("projects.write", 200) },
  "projects.change": {
    input: { ids: [1], batchId, action: { kind: "withdraw" } },
    statuses: needs("projects.write", 200),
  },
  "projects.undo": { input: batchId, statuses: needs("projects.write", 200) },
  "projects.pinned": { input: "Construction", statuses: needs("projects.read", 200) },
  "projects.pin": { input: { sector: "Construction", ids: [] }, statuses: needs("projects.write", 200) },
  "projects.previewLinks": { input: 1, statuses: needs("projects.read", 200) },
  "projects.createPreviewLink": { input: { id: 1, days: 7 }, statuses: needs("projects.write", 200) },
  "projects.revokePreviewLink": { input: { id: 1, link: "rien" }, statuses: needs("projects.write", 200) },
  "stats.firstSteps": { statuses: needs("office.open", 200) },
  "stats.overview": { statuses: needs("stats.read", 200) },
  "stats.recent": { statuses: needs("projects.read", 200) },
  "users.search": { input: {}, statuses: needs("users.manage", 200) },
  "users.rename": { input: { id: 999, fullName: "Amina" }, statuses: needs("users.manage", 404) },
  "users.changeRole": { input: { id: 999, role: "editor" }, statuses: needs("users.manage", 404) },
  "users.disable": { input: 999, statuses: needs("users.manage", 404) },
  "users.enable": { input: 999, statuses: needs("users.manage", 404) },
  "users.delete": { input: 999, statuses: needs("users.manage", 404) },
  "users.restore": { input: 999, statuses: needs("users.manage", 404) },
  "users.sessions": { input: 999, statuses: needs("users.manage", 200) },
  "users.endSession": { input: { user: 999, session: "0".repeat(64) }, statuses: needs("users.manage", 404) },
  "users.endSessions": { input: 999, statuses: needs("users.manage", 404) },
  "users.invite": { input: { role: "editor" }, statuses: needs("users.manage", 200) },
  "users.invitations": { statuses: needs("users.manage", 200) },
  "users.renewInvitation": { input: { id: 999 }, statuses: needs("users.manage", 404) },
  "users.revokeInvitation": { input: 999, statuses: needs("users.manage", 404) },
  "users.findInvitation": { input: "inconnu", statuses: everyone(404) },
  "users.acceptInvitation": { input: { ...acceptance, token: "inconnu" }, statuses: everyone(404) },
  "tokens.list": { statuses: needs("tokens.manage", 200) },
  "tokens.create": {
    input: { name: "Comptabilité", rights: ["projects.read"], days: 30 },
    statuses: needs("tokens.manage", 200),
  },
  "tokens.revoke": { input: 999, statuses: needs("tokens.manage", 404) },
  "views.list": { statuses: needs("projects.read", 200) },
  "views.save": { input: { name: "En cours", shared: true, params: {} }, statuses: needs("projects.write", 200) },
  "views.delete": { input: 999, statuses: needs("projects.write", 404) },
}

/** The field `at` is a path that matches the route. */
interface Route {
  at?: string
  body?: object | FormData
  accept?: string
  statuses: Statuses
}

const html = "text/html"

const routes: Record<string, Route> = {
  "GET /api/health": { statuses: everyone(200) },
  "GET /api/ready": { statuses: everyone(200) },
  // It is allowed from this machine and with the token, whatever the role.
  "GET /metrics": { statuses: everyone(403) },
  "POST /api/login": { body: credentials, statuses: everyone(400) },
  "POST /api/register": { body: credentials, statuses: everyone(400) },
  "POST /api/logout": { statuses: everyone(200) },
  "GET /api/projects": { statuses: everyone(200) },
  "GET /projects": { statuses: everyone(200) },
  "GET /api/projects/:id": { at: "/api/projects/1", statuses: everyone(200) },
  "POST /api/projects": { body: formOf({ project_name: "École" }), statuses: needs("projects.write", 400) },
  "PUT /api/projects/:id": { at: "/api/projects/1", body: {}, statuses: needs("projects.write", 200) },
  "DELETE /api/projects/:id": { at: "/api/projects/1", statuses: needs("projects.write", 200) },
  "POST /api/projects/:id/restore": { at: "/api/projects/1/restore", statuses: needs("projects.write", 200) },
  "DELETE /projects/:id": { at: "/projects/1", statuses: needs("projects.write", 200) },
  "POST /upload": { body: new FormData(), statuses: needs("pictures.write", 400) },
  "POST /api/pictures": { body: new FormData(), statuses: needs("pictures.write", 400) },
  "POST /api/uploads": { body: { name: "vue.jpg", length: 9 }, statuses: needs("pictures.write", 201) },
  "GET /api/uploads/:id": { at: "/api/uploads/1", statuses: needs("pictures.write", 404) },
  "PATCH /api/uploads/:id": { at: "/api/uploads/1", body: {}, statuses: needs("pictures.write", 415) },
  "DELETE /api/uploads/:id": { at: "/api/uploads/1", statuses: needs("pictures.write", 404) },
  "GET /uploads/:name": { at: "/uploads/rien.jpg", statuses: everyone(404) },
  "GET /api/placeholder.jpg": { statuses: everyone(200) },
  "POST /api/contact": { body: contactFields, statuses: everyone(201) },
  "POST /api/contact/additions": { body: {}, statuses: everyone(400) },
  "POST /api/contact/link": { body: {}, statuses: everyone(400) },
  "POST /api/contact/photos": { body: formOf({}), statuses: everyone(400) },
  "POST /api/contact/uploads": { body: { name: "vue.jpg", length: 9 }, statuses: everyone(201) },
  "GET /api/contact/uploads/:id": { at: "/api/contact/uploads/1", statuses: everyone(404) },
  "PATCH /api/contact/uploads/:id": { at: "/api/contact/uploads/1", body: {}, statuses: everyone(415) },
  "DELETE /api/contact/uploads/:id": { at: "/api/contact/uploads/1", statuses: everyone(404) },
  "GET /api/admin/message-photos/:name": {
    at: "/api/admin/message-photos/0123456789abcdef.webp",
    statuses: needs("messages.read", 404),
  },
  "POST /api/admin/message-attachments": { body: new FormData(), statuses: needs("messages.write", 400) },
  "GET /api/admin/message-attachments/:id": {
    at: "/api/admin/message-attachments/999",
    statuses: needs("messages.read", 404),
  },
  "GET /api/admin/messages/:id/person": { at: "/api/admin/messages/999/person", statuses: needs("people.export", 404) },
  "GET /api/contact-messages": { statuses: needs("messages.read", 200) },
  "DELETE /api/contact-messages/:id": { at: "/api/contact-messages/999", statuses: needs("messages.write", 404) },
  "GET /api/admin/messages.csv": { statuses: needs("people.export", 200) },
  "GET /api/admin/audit.csv": { statuses: needs("audit.read", 200) },
  "GET /api/admin/message-figures.csv": {
    at: "/api/admin/message-figures.csv?du=2026-03-01&au=2026-03-31",
    statuses: needs("messages.read", 200),
  },
  "GET /api/admin/events": { statuses: needs("messages.read", 200) },
  "GET /api/admin/projects.csv": { statuses: needs("projects.read", 200) },
  "GET /api/admin/projects-template.csv": { statuses: needs("projects.write", 200) },
  "POST /api/admin/projects-import/faulty": { body: {}, statuses: needs("projects.write", 415) },
  "POST /api/admin/projects-import/reading": { body: {}, statuses: needs("projects.write", 415) },
  "POST /api/admin/projects-import/preview": { body: {}, statuses: needs("projects.write", 415) },
  "POST /api/admin/projects-import/:batch": { body: {}, statuses: needs("projects.write", 415) },
  "GET /api/openapi.json": { statuses: everyone(200) },
  "GET /api/docs": { statuses: everyone(200) },
  "GET /api/admin/stats": { statuses: needs("stats.read", 200) },
  "GET /admin/stats": { statuses: needs("stats.read", 200) },
  "GET /admin/site-management/:page/preview": {
    at: "/admin/site-management/contact/preview",
    statuses: needs("content.read", 200),
  },
  "POST /admin/site-management/:page/preview": {
    at: "/admin/site-management/annonce/preview",
    body: { content: announcement },
    statuses: needs("content.read", 200),
  },
  "GET /admin/projects/:id/preview": { at: "/admin/projects/1/preview", statuses: needs("projects.read", 200) },
  "POST /admin/projects/:id/preview": {
    at: "/admin/projects/1/preview",
    body: { project: { ...draft, address: null, images: [] } },
    statuses: needs("projects.read", 200),
  },
  // The page itself looks up the token.
  "GET /apercu/:token": { at: "/apercu/inconnu", accept: html, statuses: everyone(200) },
  "GET /demande/:token": { at: "/demande/inconnu", accept: html, statuses: everyone(200) },
  "POST /demande/:token": { at: "/demande/inconnu", body: formOf({ text: "Bonjour" }), statuses: everyone(303) },
  "GET /invitation/:token": { at: "/invitation/inconnu", accept: html, statuses: everyone(200) },
  "POST /invitation/:token": { at: "/invitation/inconnu", body: formOf(acceptance), statuses: everyone(303) },
  "GET /reinitialiser/:token": { at: "/reinitialiser/inconnu", accept: html, statuses: everyone(200) },
  "POST /reinitialiser/:token": { at: "/reinitialiser/inconnu", body: formOf({}), statuses: everyone(400) },
  "GET /proteger-compte/:token": { at: "/proteger-compte/inconnu", accept: html, statuses: everyone(200) },
  "POST /proteger-compte/:token": { at: "/proteger-compte/inconnu", body: formOf({}), statuses: signedIn(303) },
  "GET /confirmer-adresse/:token": { at: "/confirmer-adresse/inconnu", accept: html, statuses: everyone(200) },
  "POST /confirmer-adresse/:token": { at: "/confirmer-adresse/inconnu", body: formOf({}), statuses: everyone(303) },
  "GET /api/content/content.site": { statuses: everyone(200) },
  "GET /api/content/content.page": {
    at: contentAddress("accueil"),
    statuses: everyone(200),
  },
  "GET /api/content/:former": { at: "/api/content/content.home", statuses: everyone(200) },
  "GET /page-data/*": { at: "/page-data/about", statuses: everyone(200) },
  "GET /contact/merci": { accept: html, statuses: everyone(200) },
  "GET /hors-ligne": { statuses: everyone(200) },
  "GET /sitemap.xml": { statuses: everyone(200) },
  "GET /site.webmanifest": { statuses: everyone(200) },
  "GET /bureau.webmanifest": { statuses: everyone(200) },
  "GET /robots.txt": { statuses: everyone(200) },
  // The page itself contains no data: visitors are redirected to the log-in, and users get a message.
  "GET /admin/*": {
    at: "/admin/messages",
    accept: html,
    statuses: statusesBy((caller) => (caller === "visitor" ? 302 : 200)),
  },
  "GET /*": { at: "/about", accept: html, statuses: everyone(200) },
  "POST /contact": { body: formOf(contactFields), statuses: everyone(303) },
  "POST /login": { body: formOf(credentials), statuses: everyone(400) },
  "POST /register": { body: formOf(credentials), statuses: everyone(400) },
  "POST /demande": { body: formOf({}), statuses: everyone(400) },
  "POST /mot-de-passe-oublie": { body: formOf({}), statuses: everyone(400) },
  "POST /economie-de-donnees": { body: formOf({ on: "1" }), statuses: everyone(303) },
}

/** These include catch-alls; procedures have another table. */
const middleware = [
  "ALL /*",
  "ALL /api/*",
  "ALL /trpc/*",
  "ALL /admin/site-management/:page/preview",
  "ALL /admin/projects/:id/preview",
]

const malformed = ["{", "[]", '{"id":"abc"}', ""]

function formOf(fields: Record<string, string>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

const bundle: Bundle = {
  renderPage: async () => ({
    status: 200,
    html: "<html><head></head><body></body></html>",
    data: "[]",
    inlineScripts: [],
  }),
  app: { entry: "/entry.js", ofRoutes: {} },
}

/** The headers that each role's browser sends. */
const headers: Partial<Record<Caller, Record<string, string>>> = {}

const template = await createTemplate(async (db) => {
  await createTestProject(db)
  for (const role of ROLES) headers[role] = await signInAs({ db }, role)
})

/** Starts the app with one project and an account of each role. */
async function startWithRoles() {
  const db = openCopy(template)
  const app = await startApp({ db, pages: pages(async () => bundle), settings: { RATE_LIMITS: "0" } })
  return { ...app, as: (caller: Caller) => headers[caller] ?? {} }
}

type Site = Awaited<ReturnType<typeof startWithRoles>>

const json = { "Content-Type": "application/json" }

const kinds = appRouter._def.procedures as unknown as Record<string, AnyProcedure>

function callProcedure(app: Site, role: Caller, name: string, text: string | undefined) {
  const path = `/trpc/${name}`
  if (kinds[name]?._def.type === "mutation") {
    return app.request(path, { method: "POST", headers: { ...json, ...app.as(role) }, ...(text && { body: text }) })
  }
  return app.request(text ? `${path}?input=${encodeURIComponent(text)}` : path, { headers: app.as(role) })
}

function callRoute(app: Site, role: Caller, name: string, body: BodyInit | undefined, type: Record<string, string>) {
  const [method = "", path = ""] = name.split(" ")
  const { at = path, accept = "*/*" } = routes[name] ?? {}
  return app.request(at, { method, headers: { Accept: accept, ...type, ...app.as(role) }, ...(body && { body }) })
}

test("every procedure is listed, and nothing else", () => {
  expect(Object.keys(procedures).sort()).toEqual(Object.keys(kinds).sort())
})

test("every route is listed, and nothing else", async () => {
  await using app = await startWithRoles()
  const found = new Set(app.app.routes.map(({ method, path }) => `${method} ${path}`))
  expect([...Object.keys(routes), ...middleware].sort()).toEqual([...found].sort())
})

/** Lets reads and rejected calls, which change nothing, share an app; each other call gets a new one. */
async function checkCall(
  shared: Site,
  { name, expected }: { name: string; expected: number },
  check: (app: Site) => Promise<void>,
) {
  const isRead = kinds[name]?._def.type === "query" || name.startsWith("GET ")
  if (isRead || expected >= 400) return check(shared)
  await using app = await startWithRoles()
  await check(app)
}

test.each(Object.entries(procedures))("%s has the listed status for each role", async (name, { input, statuses }) => {
  await using shared = await startWithRoles()
  for (const caller of CALLERS) {
    await checkCall(shared, { name, expected: statuses[caller] }, async (app) => {
      const { status } = await callProcedure(app, caller, name, JSON.stringify(input))
      expect(status, caller).toBe(statuses[caller])
    })
  }
})

test("the settings of the site are read and edited by those alone who may change them", async () => {
  await using app = await startWithRoles()
  const input = { page: "parametres", revision: 0, version: 0, id: 0 }
  for (const name of ["content.edited", "content.revisions", "content.revision", "content.publish"]) {
    for (const role of ROLES) {
      const { status } = await callProcedure(app, role, name, JSON.stringify(input))
      expect(status, `${name} ${role}`).toBe(hasRight(role, "settings.write") ? 200 : 403)
    }
  }
})

test.each(Object.entries(routes))(
  "%s has the listed status for each role, as it is documented",
  async (name, route) => {
    await using shared = await startWithRoles()
    for (const caller of CALLERS) {
      await checkCall(shared, { name, expected: route.statuses[caller] }, async (app) => {
        const response = await callRoute(app, caller, name, ...bodyOf(route))
        expect(response.status, caller).toBe(route.statuses[caller])
        if (isDocumented(name)) await expectDocumented(name, response)
      })
    }
  },
)

/** Returns the body for the route, and its media type. */
function bodyOf({ body }: Route): [BodyInit | undefined, Record<string, string>] {
  if (body instanceof FormData) return [body, {}]
  return [body && JSON.stringify(body), json]
}

const otherTypes = [
  "text/plain",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  "application/octet-stream",
  "application/jsonx",
  "Application/JSON",
]

test.each(Object.keys(procedures).filter((name) => kinds[name]?._def.type === "mutation"))(
  "%s accepts JSON only, from visitors and administrators",
  async (name) => {
    await using app = await startWithRoles()
    const { input } = procedures[name] ?? {}
    for (const role of ["visitor", "admin"] as const) {
      const headers = app.as(role)
      const send = (path: string, type: string) =>
        app.request(path, {
          method: "POST",
          headers: { "Content-Type": type, ...headers },
          body: JSON.stringify(input),
        })
      for (const type of otherTypes) expect((await send(`/trpc/${name}`, type)).status, `${role} ${type}`).toBe(415)
      const batch = await send(`/trpc/${name},${name}?batch=1`, "text/plain")
      expect(batch.status, `${role} in a batch`).toBe(415)
    }
  },
)

const closed = ({ statuses }: { statuses: Statuses }) => statuses.visitor === 401

// It has no input, and the first call ends the session of the next ones.
const withoutInput = ["accounts.leave"]

test.each(Object.keys(procedures).filter((name) => !withoutInput.includes(name)))(
  "%s checks authority before its input",
  async (name) => {
    await using app = await startWithRoles()
    const { statuses } = procedures[name] ?? { statuses: everyone(0) }
    for (const role of CALLERS) {
      for (const text of malformed) {
        const { status } = await callProcedure(app, role, name, text)
        const rejected = [401, 403].find((rejection) => rejection === statuses[role])
        if (rejected) expect(status, `${role} ${text}`).toBe(rejected)
        else expect([401, 403], `${role} ${text}`).not.toContain(status)
      }
    }
  },
)

test.each(Object.keys(routes).filter((name) => closed(routes[name] as Route)))(
  "%s checks authority before its path and its body",
  async (name) => {
    await using app = await startWithRoles()
    const { statuses } = routes[name] as Route
    const rejected = CALLERS.map((caller) => [401, 403].find((status) => status === statuses[caller]))
    const bodies = name.startsWith("GET") ? [undefined] : malformed
    const types = [{ "Content-Type": "multipart/form-data" }, { "Content-Type": "text/plain" }, {}]
    const sent = [...bodies.map((body) => ({ type: json, body })), ...types.map((type) => ({ type, body: bodies[0] }))]
    for (const { type, body } of sent) {
      const received: number[] = []
      for (const caller of CALLERS) received.push((await callRoute(app, caller, name, body, type)).status)
      const judged = received.map((status) => [401, 403].find((rejection) => rejection === status))
      expect(judged, JSON.stringify([type, body])).toEqual(rejected)
    }
    const at = name.split(" ")[1]?.replace(":id", "abc") ?? ""
    const method = name.split(" ")[0] ?? ""
    expect((await app.request(at, { method })).status).toBe(401)
    expect((await app.request(at, { method, headers: app.as("user") })).status).toBe(403)
  },
)

test("a call that is rejected for want of authority leaves the data unchanged", async () => {
  await using app = await startWithRoles()
  const contents = async () => ({
    projects: await app.db.selectFrom("projects").selectAll().execute(),
    audit: await app.db.selectFrom("audit").selectAll().execute(),
    images: await app.db.selectFrom("images").selectAll().execute(),
    drafts: await app.db.selectFrom("drafts").selectAll().execute(),
    revisions: await app.db.selectFrom("revisions").selectAll().execute(),
    apiTokens: await app.db.selectFrom("apiTokens").selectAll().execute(),
    savedViews: await app.db.selectFrom("savedViews").selectAll().execute(),
    // Visitors may begin uploads, so only those of accounts are compared.
    uploads: await app.db.selectFrom("uploads").selectAll().where("accountId", "is not", null).execute(),
    projectRevisions: await app.db.selectFrom("projectRevisions").selectAll().execute(),
  })
  const before = await contents()
  for (const role of CALLERS) {
    const rejected = ([, { statuses }]: [string, { statuses: Statuses }]) => [401, 403].includes(statuses[role])
    for (const [name, { input }] of Object.entries(procedures).filter(rejected)) {
      await callProcedure(app, role, name, JSON.stringify(input))
    }
    for (const [name, route] of Object.entries(routes).filter(rejected)) {
      await callRoute(app, role, name, ...bodyOf(route))
    }
  }
  expect(await contents()).toEqual(before)
})

/** All routes but pages, their data and their forms are REST. */
const isPage = (name: string) =>
  /^\w+ \/(?!api\/|projects$|projects\/|uploads?$|uploads\/|admin\/stats$|metrics$)/.test(name)

test("every REST call is documented, with the right that it needs, and nothing else", () => {
  expect(Object.keys(routes).filter(isDocumented)).toEqual(Object.keys(routes).filter((name) => !isPage(name)))
  for (const [name, { statuses }] of Object.entries(routes).filter(([name]) => isDocumented(name))) {
    const right = rightOf(name)
    const allowed = ROLES.filter((role) => statuses[role] !== 403)
    expect(allowed, name).toEqual(
      right ? ROLES.filter((role) => hasRight(role, right)) : name === "GET /metrics" ? [] : ROLES,
    )
  }
})

test.each(Object.keys(routes).filter((name) => !isPage(name) && name !== "GET /metrics"))(
  "with an API token %s is open to the documented right alone",
  async (name) => {
    await using shared = await startWithRoles()
    const route = routes[name] as Route
    const [body, type] = bodyOf(route)
    for (const right of TOKEN_RIGHTS) {
      const isOpen = !rightOf(name) || (rightOf(name) === right && name !== "GET /api/admin/events")
      const expected = isOpen ? route.statuses.admin : 403
      await checkCall(shared, { name, expected }, async (app) => {
        const { headers } = await createTestToken(app.db, { rights: [right] })
        const response = await callRoute(app, "visitor", name, body, { ...type, ...headers })
        expect(response.status, right).toBe(expected)
        await expectDocumented(name, response)
      })
    }
  },
)
