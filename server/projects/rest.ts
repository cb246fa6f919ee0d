import type { Context } from "hono"
import * as z from "zod/mini"
import { Id } from "#server/contract/id.ts"
import type { ManagedProject, Project } from "#server/contract/projects.ts"
import { responseTexts } from "#server/contract/response-texts.ts"
import { findSector, SECTOR_SLUGS } from "#server/contract/sectors.ts"
import { AppError, toAppError } from "#server/errors.ts"
import { type AppEnv, createCaller } from "#server/http/app-env.ts"
import type { ResponseContent } from "#server/http/cached-response.ts"
import { readJson, readNumber } from "#server/http/json-body.ts"
import { listPageQuery, readListPage } from "#server/http/list-page.ts"
import { withMultipart } from "#server/http/multipart.ts"
import { callFor, publicCall, restCalls } from "#server/http/rest-call.ts"
import { type DocumentedResponse, done, json, jsonBody, NOT_MODIFIED, named } from "#server/http/rest-parts.ts"
import { sendCached, sendCachedList, sendUncached } from "#server/http/send-cached.ts"
import { isObject } from "#server/http/wire-names.ts"
import { hashSecret } from "#server/secrets.ts"
import { anonymousContext } from "#server/trpc/context.ts"
import { callerHasRight } from "#server/trpc/procedures.ts"
import { createProject } from "./commands.ts"
import { getManagedProject } from "./queries.ts"
import { projectsRouter } from "./router.ts"
import {
  changeFromWire,
  inWireNames,
  ManagedOnWire,
  managedToWire,
  ProjectChangeOnWire,
  ProjectConflict,
  ProjectFormOnWire,
  ProjectOnWire,
  ProjectSaved,
  projectToWire,
  readProjectForm,
} from "./wire.ts"

const path = { id: { text: "Le numéro du projet", schema: Id, example: 12 } }

const example = {
  id: 12,
  slug: "ecole-de-limete",
  project_name: "École de Limété",
  description: "Une école de douze classes.",
  address: "Limété, Kinshasa",
  status: "En cours",
  sector: "Construction",
  project_images: ["0f3a9c1d2e4b5a67.webp"],
  image_alts: ["La cour de l’école"],
  version: 3,
  created_at: "2026-03-02T08:15:00.000Z",
  updated_at: "2026-03-09T14:02:11.000Z",
}

function saved(text: string, message: string, changed: { status?: string } = {}): DocumentedResponse {
  const project = { ...example, state: "published", published_at: example.created_at, ...changed }
  return json(ProjectSaved, text, { success: true, message, project })
}

const list = {
  title: "Lister les projets publiés",
  text: "Du plus récent au plus ancien.",
  query: {
    sector: {
      text: "Un seul secteur, dans n’importe laquelle de ses orthographes",
      schema: z.string(),
      example: SECTOR_SLUGS.Construction,
    },
    ...listPageQuery,
  },
  responses: {
    200: json(named("Projects", z.array(ProjectOnWire)), "Les projets", [example], ["Link", "ETag"]),
    ...NOT_MODIFIED,
  },
  errors: [400],
  answer: respondList,
} as const

const deletion = {
  title: "Supprimer un projet",
  text: "Il va dans la corbeille, d’où il peut être restauré.",
  path,
  responses: { 200: done("Le projet est dans la corbeille", responseTexts.projectDeleted) },
  errors: [400, 404],
  answer: respondDeletion,
} as const

export const projectsRest = restCalls("projets", [
  publicCall("GET /api/projects", list),
  publicCall("GET /projects", { ...list, title: "Lister les projets publiés (ancienne adresse)" }),
  publicCall("GET /api/projects/:id", {
    title: "Lire un projet",
    text: "Qui a le droit «\u00a0projects.read\u00a0» lit un projet dans n’importe quel état, avec state et published_at\u202f; les autres ne lisent que ceux qui sont publiés.",
    path,
    responses: { 200: json(named("AnyProject", z.union([ProjectOnWire, ManagedOnWire])), "Le projet", example) },
    errors: [400, 404],
    async answer(c, context) {
      const { get, managed } = createCaller(c, projectsRouter)
      const id = readNumber(c.req.param("id"))
      if (await callerHasRight(context, "projects.read")) return c.json(managedToWire(await managed(id)))
      c.header("Cache-Control", "no-cache")
      return c.json(projectToWire(await get(id)))
    },
  }),
  callFor("projects.write", "POST /api/projects", {
    title: "Ajouter un projet",
    text: "Le projet est publié, sauf si state vaut draft\u00a0: un brouillon n’a besoin que d’un nom et d’un secteur. Chaque project_images est un fichier (JPEG, PNG, WebP ou AVIF, 10 Mo au plus) ou le nom d’une image déjà envoyée\u202f; 12 au plus. image_alts est répété dans le même ordre.",
    headers: {
      "Idempotency-Key": {
        text: "Une clé de votre choix\u00a0: le même appel, répété avec elle, répond par le projet créé la première fois",
        schema: z.string(),
        example: "7d3b6c0e-9a51-4f0e-8f5b-1f2d3c4b5a69",
      },
    },
    body: {
      type: "multipart/form-data",
      schema: ProjectFormOnWire,
      example: {
        project_name: example.project_name,
        description: example.description,
        status: example.status,
        sector: example.sector,
        project_images: "@ecole.jpg",
      },
    },
    responses: { 201: saved("Le projet est créé", responseTexts.projectCreated) },
    async answer(c, context) {
      const idempotencyKey = readIdempotencyKey(c, context.account.id)
      const project = await withMultipart(c, (form) =>
        inWireNames(async () => createProject(context, { ...readProjectForm(form), idempotencyKey })),
      )
      return c.json({ success: true, message: responseTexts.projectCreated, project }, 201)
    },
  }),
  callFor("projects.write", "PUT /api/projects/:id", {
    title: "Modifier un projet",
    text: "Un champ absent garde sa valeur. Avec version, la modification n’est faite que si personne n’a changé le projet depuis.",
    path,
    body: jsonBody(ProjectChangeOnWire, { status: "Terminé", version: 3 }),
    responses: { 200: saved("Le projet est modifié", responseTexts.projectUpdated, { status: "Terminé" }) },
    errors: [404, 409],
    errorSchemas: { 409: ProjectConflict },
    async answer(c, { db }) {
      const { update } = createCaller(c, projectsRouter)
      const id = Id.parse(readNumber(c.req.param("id")))
      const body = await readJson(c)
      const project = await inWireNames(() =>
        retryOnConflict(async () => {
          // It is read directly, as the procedure needs the right to read, which an API token may lack.
          const current = await getManagedProject(db, id)
          return update(changeFromWire(body, current))
        }, !hasVersion(body)),
      )
      return c.json({ success: true, message: responseTexts.projectUpdated, project })
    },
  }),
  callFor("projects.write", "DELETE /api/projects/:id", deletion),
  callFor("projects.write", "DELETE /projects/:id", { ...deletion, title: "Supprimer un projet (ancienne adresse)" }),
  callFor("projects.write", "POST /api/projects/:id/restore", {
    title: "Restaurer un projet de la corbeille",
    path,
    responses: { 200: saved("Le projet est restauré", responseTexts.projectRestored) },
    errors: [400, 404, 409],
    async answer(c) {
      const { restore } = createCaller(c, projectsRouter)
      const project = await inWireNames(async () => restore(readNumber(c.req.param("id"))))
      return c.json({ success: true, message: responseTexts.projectRestored, project })
    },
  }),
])

function hasVersion(body: unknown): boolean {
  return isObject(body) && body.version !== undefined
}

/** Somebody may change the project between its reading and its change; so many times in a row nobody does. */
const ATTEMPTS_MAX = 20

/** Repeats a change that asks for no version, and so must not fail because the project has another one by now. */
async function retryOnConflict(
  change: () => Promise<ManagedProject>,
  mayRetry: boolean,
  attempt = 1,
): Promise<ManagedProject> {
  try {
    return await change()
  } catch (error) {
    if (!mayRetry || attempt === ATTEMPTS_MAX || toAppError(error).code !== "conflict") throw error
    return retryOnConflict(change, mayRetry, attempt + 1)
  }
}

/** Reads the header Idempotency-Key (draft-ietf-httpapi-idempotency-key-header); a key counts for its account. */
function readIdempotencyKey(c: Context<AppEnv>, accountId: number): string | undefined {
  const key = c.req.header("Idempotency-Key")
  if (key === undefined) return undefined
  if (!/^[!-~]{1,255}$/.test(key)) throw new AppError("invalid", responseTexts.idempotencyKeyInvalid)
  return hashSecret(`${accountId} ${key}`)
}

async function respondDeletion(c: Context<AppEnv, "/projects/:id">) {
  await createCaller(c, projectsRouter).delete(readNumber(c.req.param("id")))
  return c.json({ success: true, message: responseTexts.projectDeleted })
}

/** Keeps the newest projects of all sectors or one with the pages, and other parts of the lists apart from them. */
async function respondList(c: Context<AppEnv>) {
  const { sector, limit, after, at } = c.req.query()
  const parsed = sector === undefined ? undefined : findSector(sector)
  const create = () => readProjectPage(c, anonymousContext(c.get("context")))
  // The procedure rejects an unknown sector.
  if (sector !== undefined && !parsed) return sendUncached(c, await create())
  const path = parsed ? `${c.req.path}?sector=${SECTOR_SLUGS[parsed]}` : c.req.path
  if (limit === undefined && after === undefined) return sendCached(c, path, create)
  const page = new URLSearchParams({
    ...(sector && { sector }),
    ...(limit && { limit }),
    ...(after && { after }),
    ...(at && { at }),
  })
  return sendCachedList(c, `${c.req.path}?${page}`, create)
}

function momentOf({ publishedAt, createdAt }: Project): string {
  return publishedAt ?? createdAt
}

async function readProjectPage(c: Context<AppEnv>, context = c.get("context")): Promise<ResponseContent> {
  const { list } = createCaller(c, projectsRouter, context)
  const { sector } = c.req.query()
  const { rows, headers } = await readListPage(c, "sector", (page) => list({ sector, ...page }), momentOf)
  return {
    status: 200,
    headers: { ...headers, "Content-Type": "application/json", "Cache-Control": "no-cache" },
    body: JSON.stringify(rows.map(projectToWire)),
  }
}
