import { type Context, Hono } from "hono"
import { createMiddleware } from "hono/factory"
import { recordExport } from "#server/audit/record-export.ts"
import { csvMessages } from "#server/contract/csv.ts"
import { BatchId } from "#server/contract/idempotency-key.ts"
import { PROJECT_CSV_TITLES } from "#server/contract/project-csv.ts"
import { CsvChoice } from "#server/contract/project-import.ts"
import { projectAddress } from "#server/contract/project-search-params.ts"
import { ProjectCriteria } from "#server/contract/projects.ts"
import { readFirstRows } from "#server/csv/read-csv.ts"
import { AppError } from "#server/errors.ts"
import { requireAccountContext } from "#server/http/account-context.ts"
import type { AppEnv } from "#server/http/app-env.ts"
import { csvBodyLimit } from "#server/http/body-limit.ts"
import { csvDownload, readInChunks } from "#server/http/download.ts"
import { writeProjectsCsv } from "./export-csv.ts"
import { importProjects, previewImport } from "./import.ts"
import { writeImportTemplate } from "./import-template.ts"
import { listManagedProjects } from "./queries.ts"
import { listProjectIds } from "./search.ts"

const IMPORT = "/api/admin/projects-import"

const requireCsv = createMiddleware((c, next) => {
  const type = c.req.header("Content-Type")?.split(";")[0]?.trim().toLowerCase()
  if (type !== "text/csv") throw new AppError("unsupported", csvMessages.csvRequired)
  return next()
})

export const projectsCsvRest = new Hono<AppEnv>()
  .get("/api/admin/projects.csv", async (c) => {
    const context = await requireAccountContext(c, "projects.read")
    const criteria = readCriteria(c)
    const ids = await listProjectIds(context.db, criteria)
    const chunks = await readInChunks(ids, (chunk) => listManagedProjects(context.db, chunk))
    await recordExport(context, { subject: "project", details: { file: "projets.csv", rows: ids.length, ...criteria } })
    return csvDownload("projets.csv", writeProjectsCsv(chunks, c.get("origin")))
  })
  .get("/api/admin/projects-template.csv", async (c) => {
    await requireAccountContext(c, "projects.write")
    return csvDownload("modele-projets.csv", writeImportTemplate())
  })
  .use(`${IMPORT}/*`, async (c, next) => {
    await requireAccountContext(c, "projects.write")
    await next()
  })
  .post(`${IMPORT}/preview`, requireCsv, csvBodyLimit, async (c) =>
    c.json(await previewImport(c.get("context").db, await readBytes(c), readChoice(c))),
  )
  .post(`${IMPORT}/reading`, requireCsv, csvBodyLimit, async (c) =>
    c.json(readFirstRows(await readBytes(c), Object.values(PROJECT_CSV_TITLES), readChoice(c))),
  )
  .post(`${IMPORT}/:batch`, requireCsv, csvBodyLimit, async (c) => {
    const context = await requireAccountContext(c, "projects.write")
    const batch = BatchId.parse(c.req.param("batch"))
    const isPublished = c.req.query("state") === "published"
    const bytes = await readBytes(c)
    const result = await importProjects(context, { bytes, choice: readChoice(c), batch, isPublished })
    return c.json({ success: true, ...result }, 201)
  })

async function readBytes(c: Context): Promise<Uint8Array> {
  return new Uint8Array(await c.req.arrayBuffer())
}

function readChoice(c: Context): CsvChoice {
  return CsvChoice.parse({ encoding: c.req.query("encoding"), separator: c.req.query("separator") })
}

/** Reads the filters of the table's URL; like the table, it ignores invalid values. */
function readCriteria(c: Context): ProjectCriteria {
  return ProjectCriteria.parse(projectAddress.toSearch(projectAddress.parseTexts(c.req.query())))
}
