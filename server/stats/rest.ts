import type { Context } from "hono"
import { createMiddleware } from "hono/factory"
import Negotiator from "negotiator"
import { Stats } from "#server/contract/stats.ts"
import { bearerToken } from "#server/http/api-token.ts"
import { type AppEnv, createCaller } from "#server/http/app-env.ts"
import { described } from "#server/http/described.ts"
import { callFor, restCalls } from "#server/http/rest-call.ts"
import { json, named } from "#server/http/rest-parts.ts"
import { statsRouter } from "./router.ts"

const StatsOnWire = named(
  "Stats",
  described(Stats, {
    totalProjects: "Le nombre de projets",
    totalUsers: "Le nombre d’utilisateurs",
    totalMessages: "Le nombre de demandes",
    sectors: "Le nombre de projets par secteur",
    "sectors.sector": "Le secteur",
    "sectors.count": "Le nombre",
    statuses: "Le nombre de projets par statut",
    "statuses.status": "Le statut\u202f; une ligne importée peut en avoir un autre",
    "statuses.count": "Le nombre",
  }),
)

const description = {
  title: "Lire les chiffres du site",
  text: "Les deux listes contiennent toutes les valeurs, zéros compris.",
  responses: {
    200: json(StatsOnWire, "Les chiffres", {
      totalProjects: 24,
      totalUsers: 3,
      totalMessages: 41,
      sectors: [{ sector: "Construction", count: 6 }],
      statuses: [{ status: "En cours", count: 9 }],
    }),
  },
  answer: respondStats,
}

const former = callFor("stats.read", "GET /admin/stats", {
  ...description,
  title: "Lire les chiffres du site (ancienne adresse)",
  text: "Un navigateur, qui préfère text/html, obtient l’écran à cette adresse.",
})

const varyByAccept = createMiddleware(async (c, next) => {
  await next()
  c.header("Vary", "Accept", { append: true })
})

export const statsRest = restCalls("statistiques", [
  callFor("stats.read", "GET /api/admin/stats", description),
  // The path is also a screen, so a request that prefers HTML is left to the pages.
  {
    ...former,
    handlers: [
      varyByAccept,
      ...former.handlers.map((handler) =>
        createMiddleware<AppEnv>(async (c, next) => (prefersHtml(c) ? next() : handler(c, next))),
      ),
    ],
  },
])

async function respondStats(c: Context<AppEnv>) {
  return c.json(await createCaller(c, statsRouter).overview(), 200, { "Cache-Control": "no-store" })
}

function prefersHtml(c: Context): boolean {
  // A program with an API token always gets the figures.
  if (bearerToken(c) !== undefined) return false
  const negotiator = new Negotiator({ headers: { accept: c.req.header("Accept") } })
  return negotiator.mediaType(["application/json", "text/html"]) === "text/html"
}
