import * as z from "zod/mini"
import { CSV_ENCODINGS, CSV_ROWS_MAX } from "#server/contract/csv.ts"
import { Id } from "#server/contract/id.ts"
import { BatchId } from "#server/contract/idempotency-key.ts"
import { LIST_LIMIT_MAX } from "#server/contract/paging.ts"
import { IMPORTED_COLUMNS, PROJECT_CSV_TITLES } from "#server/contract/project-csv.ts"
import { CsvReading } from "#server/contract/project-import.ts"
import { PROJECT_SORTS } from "#server/contract/project-sorts.ts"
import { STATE_SLUGS } from "#server/contract/project-states.ts"
import { ProjectFilter } from "#server/contract/projects.ts"
import { messages } from "#server/contract/response-messages.ts"
import { SECTOR_SLUGS } from "#server/contract/sectors.ts"
import { STATUS_SLUGS } from "#server/contract/status-slugs.ts"
import { type ApiOperation, type ApiOperations, json, jsonBody, NOT_MODIFIED } from "./api-operation.ts"

const path = { id: { text: "Le numéro du projet", schema: Id, example: 12 } }

/** The query of every list that is read in parts. */
export const listPageQuery = {
  limit: { text: `Le nombre de lignes, ${LIST_LIMIT_MAX} au plus`, schema: ProjectFilter.shape.limit, example: 100 },
  after: { text: "Le numéro de la dernière ligne reçue\u00a0: les suivantes viennent", schema: Id },
  at: {
    text: "Le moment de cette ligne, que l’en-tête Link donne\u00a0: la liste continue même si la ligne n’existe plus",
    schema: z.string(),
  },
} as const

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

const managed = { ...example, state: "published", published_at: "2026-03-02T08:15:00.000Z" }

const list: ApiOperation = {
  tag: "projets",
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
    200: json("Projects", "Les projets", { headers: ["Link", "ETag"], example: [example] }),
    ...NOT_MODIFIED,
  },
  errors: [400],
}

const deletion: ApiOperation = {
  tag: "projets",
  title: "Supprimer un projet",
  text: "Il va dans la corbeille, d’où il peut être restauré.",
  right: "projects.write",
  path,
  responses: {
    200: json("Done", "Le projet est dans la corbeille", {
      example: { success: true, message: messages.projectDeleted },
    }),
  },
  errors: [400, 404],
}

const csvColumns = Object.values(PROJECT_CSV_TITLES).join(", ")
const csvChoice = {
  encoding: { text: "L’encodage du fichier\u202f; sans lui il est reconnu", schema: z.enum(CSV_ENCODINGS) },
  separator: { text: "Le séparateur des cellules\u202f; sans lui il est reconnu", schema: CsvReading.shape.separator },
}

const importedColumns = IMPORTED_COLUMNS.map((column) => PROJECT_CSV_TITLES[column]).join(", ")

export const projectOperations: ApiOperations = {
  "GET /api/projects": list,
  "GET /projects": { ...list, title: "Lister les projets publiés (ancienne adresse)" },
  "GET /api/projects/:id": {
    tag: "projets",
    title: "Lire un projet",
    text: "Qui a le droit «\u00a0projects.read\u00a0» lit un projet dans n’importe quel état, avec state et published_at\u202f; les autres ne lisent que ceux qui sont publiés.",
    path,
    responses: { 200: json("AnyProject", "Le projet", { example }) },
    errors: [400, 404],
  },
  "POST /api/projects": {
    tag: "projets",
    title: "Ajouter un projet",
    text: "Le projet est publié, sauf si state vaut draft\u00a0: un brouillon n’a besoin que d’un nom et d’un secteur. Chaque project_images est un fichier (JPEG, PNG, WebP ou AVIF, 10 Mo au plus) ou le nom d’une image déjà envoyée\u202f; 12 au plus. image_alts est répété dans le même ordre.",
    right: "projects.write",
    headers: {
      "Idempotency-Key": {
        text: "Une clé de votre choix\u00a0: le même appel, répété avec elle, répond par le projet créé la première fois",
        schema: z.string(),
        example: "7d3b6c0e-9a51-4f0e-8f5b-1f2d3c4b5a69",
      },
    },
    body: {
      type: "multipart/form-data",
      schema: "NewProject",
      example: {
        project_name: example.project_name,
        description: example.description,
        status: example.status,
        sector: example.sector,
        project_images: "@ecole.jpg",
      },
    },
    responses: {
      201: json("ProjectSaved", "Le projet est créé", {
        example: { success: true, message: messages.projectCreated, project: managed },
      }),
    },
  },
  "PUT /api/projects/:id": {
    tag: "projets",
    title: "Modifier un projet",
    text: "Un champ absent garde sa valeur. Avec version, la modification n’est faite que si personne n’a changé le projet depuis.",
    right: "projects.write",
    path,
    body: jsonBody("ProjectChange", { status: "Terminé", version: 3 }),
    responses: {
      200: json("ProjectSaved", "Le projet est modifié", {
        example: { success: true, message: messages.projectUpdated, project: { ...managed, status: "Terminé" } },
      }),
    },
    errors: [404, 409],
    errorSchemas: { 409: "ProjectConflict" },
  },
  "DELETE /api/projects/:id": deletion,
  "DELETE /projects/:id": { ...deletion, title: "Supprimer un projet (ancienne adresse)" },
  "POST /api/projects/:id/restore": {
    tag: "projets",
    title: "Restaurer un projet de la corbeille",
    right: "projects.write",
    path,
    responses: {
      200: json("ProjectSaved", "Le projet est restauré", {
        example: { success: true, message: messages.projectRestored, project: managed },
      }),
    },
    errors: [400, 404, 409],
  },
  "GET /api/admin/projects.csv": {
    tag: "projets",
    title: "Exporter les projets en CSV",
    text: `Point-virgule, UTF-8 avec BOM. Colonnes\u00a0: ${csvColumns}. Les filtres sont ceux du tableau des projets\u202f; un filtre inconnu est ignoré.`,
    right: "projects.read",
    query: {
      search: { text: "Un texte à chercher", schema: z.string(), example: "école" },
      etat: { text: "L’état", schema: z.enum(Object.values(STATE_SLUGS)) },
      secteur: { text: "Le secteur", schema: z.enum(Object.values(SECTOR_SLUGS)) },
      statut: { text: "Le statut", schema: z.enum([...Object.values(STATUS_SLUGS), "aucun"]) },
      annee: { text: "L’année", schema: z.int() },
      images: { text: "Avec ou sans images", schema: z.enum(["avec", "sans"]) },
      sort: { text: "L’ordre", schema: z.enum(PROJECT_SORTS) },
    },
    responses: { 200: { text: "Le fichier", type: "text/csv; charset=utf-8" } },
  },
  "GET /api/admin/projects-template.csv": {
    tag: "projets",
    title: "Obtenir le modèle d’un fichier à importer",
    right: "projects.write",
    responses: { 200: { text: "Le fichier", type: "text/csv; charset=utf-8" } },
  },
  "POST /api/admin/projects-import/preview": {
    tag: "projets",
    title: "Vérifier un fichier à importer",
    text: `Rien n’est enregistré. Colonnes lues\u00a0: ${importedColumns}\u202f; ${CSV_ROWS_MAX} lignes et 2 Mo au plus.`,
    right: "projects.write",
    query: csvChoice,
    body: { type: "text/csv", example: "@projets.csv" },
    responses: {
      200: json("ProjectImport", "Ce que l’importation créerait, avec les erreurs de chaque ligne"),
    },
  },
  "POST /api/admin/projects-import/reading": {
    tag: "projets",
    title: "Lire les premières lignes d’un fichier à importer",
    text: "Répond aussi pour un fichier dont il manque des colonnes, pour choisir son encodage et son séparateur.",
    right: "projects.write",
    query: csvChoice,
    body: { type: "text/csv", example: "@projets.csv" },
    responses: { 200: json("CsvReading", "L’encodage, le séparateur et les premières lignes") },
  },
  "POST /api/admin/projects-import/:batch": {
    tag: "projets",
    title: "Importer des projets",
    text: "Tout le fichier est importé, ou rien s’il contient une erreur. Description et statut ne sont nécessaires que pour publier. Le même lot envoyé de nouveau n’est importé qu’une fois.",
    right: "projects.write",
    path: {
      batch: {
        text: "Un UUID de votre choix, qui nomme le lot",
        schema: BatchId,
        example: "a1f0c2d4-5b6e-4f70-8a91-b2c3d4e5f607",
      },
    },
    query: {
      state: {
        text: "«\u00a0published\u00a0» publie les projets\u202f; sinon ce sont des brouillons",
        schema: z.literal("published"),
      },
      ...csvChoice,
    },
    body: { type: "text/csv", example: "@projets.csv" },
    responses: {
      201: json("ImportDone", "Les projets sont créés", {
        example: { success: true, created: 8, batch: "a1f0c2d4-5b6e-4f70-8a91-b2c3d4e5f607" },
      }),
    },
  },
}
