import { once } from "node:events"
import { existsSync } from "node:fs"
import { readdir, readFile, rm, stat } from "node:fs/promises"
import { join } from "node:path"
import { extract } from "tar"
import { forEachConcurrently } from "#server/concurrency-limit.ts"
import { explainUnusable } from "#server/database/migrate.ts"
import { inspectSqlite } from "#server/database/sqlite/dialect.ts"
import { readSnapshot } from "#server/database/sqlite/snapshot.ts"
import { type Advance, checksumFile, damaged, readArchive } from "./archive.ts"
import { BackupError } from "./backup-error.ts"
import { DATABASE, MANIFEST, Manifest } from "./manifest.ts"
import type { ShowProgress } from "./progress.ts"

/** Extracts a verified archive into a folder with an empty `uploads/`, and checks every file against the manifest. */
export async function extractBackup(archive: string, folder: string, progress: ShowProgress): Promise<Manifest> {
  const { size } = await stat(archive)
  await extractFiles(archive, folder, progress("Extraction", size).advance)
  const manifest = await readManifest(join(folder, MANIFEST))
  await rm(join(folder, MANIFEST))
  const found = new Set((await readdir(join(folder, "uploads"))).map((name) => `uploads/${name}`))
  if (existsSync(join(folder, DATABASE))) found.add(DATABASE)
  const listed = new Set(manifest.files.map(({ name }) => name))
  if (listed.size !== manifest.files.length || listed.symmetricDifference(found).size > 0) {
    throw damaged("il n’y a pas ce que dit son inventaire")
  }
  const { advance } = progress("Empreintes", manifest.files.length)
  await forEachConcurrently(manifest.files, async ({ name, bytes, sha256 }) => {
    const checksum = await checksumFile(join(folder, name))
    if (checksum.bytes !== bytes || checksum.sha256 !== sha256) {
      throw damaged(`l’empreinte de « ${name} » ne correspond pas`)
    }
    advance(1)
  })
  if (!listed.has(DATABASE)) throw damaged(`« ${DATABASE} » manque`)
  checkDatabase(join(folder, DATABASE), manifest)
  return manifest
}

async function extractFiles(archive: string, folder: string, advance: Advance): Promise<void> {
  const extraction = extract({
    cwd: folder,
    strict: true,
    gzip: false,
    preserveOwner: false,
    noMtime: true,
    onReadEntry: (entry) => {
      entry.mode = 0o600
    },
  })
  const { promise: finished, resolve, reject } = Promise.withResolvers<void>()
  extraction.on("close", resolve).on("error", reject)
  await Promise.race([feed(), finished])
  await finished

  async function feed() {
    for await (const chunk of readArchive(archive, advance)) {
      if (!extraction.write(chunk)) await Promise.race([once(extraction, "drain"), finished])
    }
    extraction.end()
  }
}

async function readManifest(path: string): Promise<Manifest> {
  try {
    return Manifest.parse(JSON.parse(await readFile(path, "utf8")))
  } catch {
    throw damaged("son inventaire est illisible, ou d’une version plus récente du programme")
  }
}

function checkDatabase(file: string, { files, missing }: Manifest) {
  const inspected = inspectSqlite(file)
  if ("damage" in inspected) throw damaged(`sa base de données (${inspected.damage})`)
  const reason = explainUnusable(inspected.migrations)
  if (reason) throw new BackupError(`La sauvegarde vient ${reason}`)
  if (inspected.migrations.length === 0) throw damaged("sa base de données est vide")
  const present = new Set([...files.map(({ name }) => name), ...missing.map((name) => `uploads/${name}`)])
  const missingImage = readSnapshot(file).images.find((name) => !present.has(`uploads/${name}`))
  if (missingImage) throw damaged(`l’image « ${missingImage} » manque`)
}
