import { appendFileSync, mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { explainUnusable } from "#server/database/migrate.ts"
import { inspectSqlite } from "#server/database/sqlite/dialect.ts"
import { readSnapshot } from "#server/database/sqlite/snapshot.ts"
import { readArchive } from "./archive.ts"
import { BackupError, damaged } from "./backup-error.ts"
import { DATABASE, MANIFEST, type Manifest } from "./manifest.ts"
import type { ShowProgress } from "./progress.ts"

interface Extraction {
  archive: string
  manifest: Manifest
  folder: string
  /** Whether the rows are then copied into another database. */
  copiesRows?: boolean
  progress: ShowProgress
}

/** Extracts a verified archive into an empty folder, laid out like a data folder, and checks the database. */
export async function extractBackup({ copiesRows = false, ...extraction }: Extraction): Promise<void> {
  const { archive, manifest, folder, progress } = extraction
  mkdirSync(join(folder, "uploads"), { recursive: true, mode: 0o700 })
  const begin = (total: number) => progress("Extraction", total)
  await readArchive(archive, begin, (entry) => {
    if (entry.path === MANIFEST) return
    const file = join(folder, entry.path)
    writeFileSync(file, "", { flag: "wx", mode: 0o600 })
    entry.on("data", (chunk) => appendFileSync(file, chunk))
  })
  checkDatabase(join(folder, DATABASE), manifest, copiesRows)
}

function checkDatabase(file: string, { files, missing }: Manifest, copiesRows: boolean) {
  const inspected = inspectSqlite(file)
  if ("damage" in inspected) throw damaged(`sa base de données (${inspected.damage})`)
  // The file itself keeps what a later release has added, and can be used as by a start; a copy of its rows would lose it.
  const reason = explainUnusable(copiesRows ? { migrations: inspected.migrations } : inspected)
  if (reason) throw new BackupError(`La sauvegarde vient ${reason}`)
  if (inspected.migrations.length === 0) throw damaged("sa base de données est vide")
  const present = new Set([...files.map(({ name }) => name), ...missing.map((name) => `uploads/${name}`)])
  const missingImage = readSnapshot(file).images.find((name) => !present.has(`uploads/${name}`))
  if (missingImage) throw damaged(`l’image « ${missingImage} » manque`)
}
