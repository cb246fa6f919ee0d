import * as z from "zod/mini"
import { ACTOR_SLUGS, KIND_SLUGS, SUBJECT_SLUGS } from "#server/contract/audit-search-params.ts"
import { PAGE_SLUGS } from "#server/contract/content/pages.ts"
import { messages } from "#server/contract/response-messages.ts"
import { SECTORS } from "#server/contract/sectors.ts"
import { type ApiOperation, type ApiOperations, json, jsonBody, NOT_MODIFIED } from "./api-operation.ts"

const stats: ApiOperation = {
  tag: "statistiques",
  title: "Lire les chiffres du site",
  text: "Les deux listes contiennent toutes les valeurs, zéros compris.",
  right: "stats.read",
  responses: {
    200: json("Stats", "Les chiffres", {
      example: {
        totalProjects: 24,
        totalUsers: 3,
        totalMessages: 41,
        sectors: [{ sector: "Construction", count: 6 }],
        statuses: [{ status: "En cours", count: 9 }],
      },
    }),
  },
}

export const siteOperations: ApiOperations = {
  "GET /api/admin/stats": stats,
  "GET /admin/stats": {
    ...stats,
    title: "Lire les chiffres du site (ancienne adresse)",
    text: "Un navigateur, qui préfère text/html, obtient l’écran à cette adresse.",
  },
  "GET /api/content/content.site": {
    tag: "contenu",
    title: "Lire le contenu publié que montrent toutes les pages",
    responses: {
      200: json("SiteContent", "Le contenu, tel que le site le montre", { headers: ["ETag"] }),
      ...NOT_MODIFIED,
    },
  },
  "GET /api/content/content.page": {
    tag: "contenu",
    title: "Lire le contenu publié d’une page",
    query: {
      input: {
        text: `La page, en JSON\u00a0: ${PAGE_SLUGS.join(", ")}`,
        schema: z.string(),
        example: JSON.stringify({ slug: "transport" }),
        required: true,
      },
    },
    responses: {
      200: json("PageContent", "Le contenu, tel que le site le montre", { headers: ["ETag"] }),
      ...NOT_MODIFIED,
    },
    errors: [400],
  },
  "GET /api/content/:former": {
    tag: "contenu",
    title: "Lire le contenu publié d’une page (anciennes adresses)",
    path: {
      former: {
        text: "La page, par son ancien nom",
        schema: z.enum(["content.home", "content.about", "content.contact", "content.sector"]),
        example: "content.home",
      },
    },
    query: { input: { text: "Le secteur, pour content.sector", schema: z.enum(SECTORS), example: "Transport" } },
    responses: {
      200: json("FormerPageContent", "Le contenu, tel que le site le montre", { headers: ["ETag"] }),
      ...NOT_MODIFIED,
    },
    errors: [404],
  },
  "POST /api/login": {
    tag: "session",
    title: "Ouvrir une session",
    text: "Pour les navigateurs\u00a0: la session est dans un cookie, et token n’ouvre rien. Un programme se sert d’un jeton d’API.",
    limit: "10 échecs en 15 minutes, par adresse et par e-mail",
    body: jsonBody("Credentials", { email: "amina@exemple.cd", password: "neuf planches d’iroko" }),
    responses: {
      200: json("SignedIn", "La session est ouverte, sauf avec un jeton d’API, qui ne laisse passer aucun cookie", {
        example: {
          success: true,
          message: messages.signedIn,
          token: "5c2f6a3e-8f0b-4d55-9a59-2c8f6f1b7f10",
          user: { id: 1, username: "amina", email: "amina@exemple.cd", role: "admin" },
        },
      }),
    },
  },
  "POST /api/register": {
    tag: "session",
    title: "S’inscrire",
    limit: "10 inscriptions par heure",
    body: jsonBody("Registration", {
      username: "amina",
      email: "amina@exemple.cd",
      password: "neuf planches d’iroko",
      confirm_password: "neuf planches d’iroko",
    }),
    responses: {
      201: json("Done", "Le compte est créé", { example: { success: true, message: messages.registered } }),
    },
    errors: [409],
  },
  "POST /api/logout": {
    tag: "session",
    title: "Fermer la session",
    responses: {
      200: json("Success", "La session est fermée", { example: { success: true } }),
    },
  },
  "GET /api/admin/audit.csv": {
    tag: "service",
    title: "Exporter le journal en CSV",
    text: "Point-virgule, UTF-8 avec BOM. Les filtres sont ceux du journal\u202f; un filtre inconnu est ignoré. Dans un navigateur, le mot de passe ou une clé d’accès doit avoir été donné depuis 10 minutes au plus\u202f; sinon 403.",
    right: "audit.read",
    query: {
      search: { text: "Un texte à chercher", schema: z.string(), example: "École" },
      personne: {
        text: "Le numéro d’un compte, ou qui agit sans compte",
        schema: z.union([z.int(), z.enum(Object.values(ACTOR_SLUGS))]),
      },
      action: { text: "La sorte d’action", schema: z.enum(Object.values(KIND_SLUGS)) },
      sujet: { text: "La sorte de sujet", schema: z.enum(Object.values(SUBJECT_SLUGS)) },
      numero: { text: "Le numéro du sujet", schema: z.int() },
      du: { text: "Le premier jour, à Kinshasa", schema: z.iso.date(), example: "2026-03-01" },
      au: { text: "Le dernier jour, compris", schema: z.iso.date(), example: "2026-03-31" },
    },
    responses: { 200: { text: "Le fichier", type: "text/csv; charset=utf-8" } },
  },
  "GET /api/health": {
    tag: "service",
    title: "Savoir si le site va bien",
    responses: {
      200: json("Health", "La base de données répond", {
        example: { status: "ok", parts: { database: "ok", images: "ok" } },
      }),
    },
    errorSchemas: { 503: "Unhealthy" },
  },
  "GET /api/ready": {
    tag: "service",
    title: "Savoir si cette instance prend des requêtes",
    responses: {
      200: json("Ready", "Elle en prend", { example: { status: "ok" } }),
    },
  },
  "GET /metrics": {
    tag: "service",
    title: "Lire les mesures pour Prometheus",
    text: "Depuis la machine elle-même, ou avec «\u00a0Authorization: Bearer\u00a0» et la valeur de METRICS_TOKEN\u202f; sinon 403. Un jeton d’API n’y compte pas.",
    takesToken: false,
    responses: { 200: { text: "Les mesures", type: "text/plain; version=0.0.4; charset=utf-8" } },
    errorSchemas: { 403: "Failure" },
  },
  "GET /api/openapi.json": {
    tag: "service",
    title: "Obtenir cette documentation pour un programme",
    responses: {
      200: json("OpenApi", "Le document OpenAPI 3.1", { headers: ["ETag"] }),
      ...NOT_MODIFIED,
    },
  },
  "GET /api/docs": {
    tag: "service",
    title: "Lire cette documentation",
    responses: {
      200: { text: "La page", type: "text/html; charset=utf-8", headers: ["ETag"] },
      ...NOT_MODIFIED,
    },
  },
}
