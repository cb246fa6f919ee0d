import { createHash } from "node:crypto"
import { open } from "node:fs/promises"
import { join } from "node:path"
import { migrations } from "#server/database/migrate.ts"
import { inspectSqlite } from "#server/database/sqlite/dialect.ts"
import { readSnapshot } from "#server/database/sqlite/snapshot.ts"
import { BackupError } from "./backup-error.ts"
import { DATABASE, type FileFacts, isPart, MANIFEST, Manifest } from "./manifest.ts"
import { damaged, type Entry, readEntries } from "./read-archive.ts"

const MANIFEST_BYTES_MAX = 256 * 1024 * 1024

/** Writes a backup's files into a folder that has `uploads/` in it, and proves that they are what was backed up. */
export async function unpack(archive: string, folder: string, advance: (bytes: number) => void): Promise<Manifest> {
  const found = new Map<string, FileFacts>()
  let manifest: Manifest | undefined
  for await (const entry of readEntries(archive, advance)) {
    if (manifest) throw damaged(`« ${entry.name} » suit son inventaire`)
    if (entry.name === MANIFEST) manifest = await readManifest(entry)
    else {
      if (!isPart(entry.name)) throw damaged(`« ${entry.name} » n’a rien à y faire`)
      if (found.has(entry.name)) throw damaged(`« ${entry.name} » y est deux fois`)
      found.set(entry.name, await unpackFile(entry, join(folder, entry.name)))
    }
  }
  if (!manifest) throw damaged("elle est incomplète")
  compare(manifest.files, found)
  checkDatabase(join(folder, DATABASE), manifest)
  return manifest
}

async function readManifest(entry: Entry): Promise<Manifest> {
  if (entry.bytes > MANIFEST_BYTES_MAX) throw damaged("son inventaire est trop long")
  const chunks: Buffer[] = []
  for await (const chunk of entry.content()) chunks.push(chunk)
  try {
    return Manifest.parse(JSON.parse(Buffer.concat(chunks).toString("utf8")))
  } catch {
    throw damaged("son inventaire est illisible, ou d’une version plus récente du programme")
  }
}

async function unpackFile({ name, bytes, content }: Entry, path: string) {
  const digest = createHash("sha256")
  await using file = await open(path, "wx", 0o600)
  for await (const chunk of content()) {
    digest.update(chunk)
    await file.appendFile(chunk)
  }
  await file.sync()
  return { name, bytes, sha256: digest.digest("hex") }
}

function compare(listed: readonly FileFacts[], found: ReadonlyMap<string, FileFacts>) {
  const names = new Set(listed.map(({ name }) => name))
  if (names.size !== found.size || names.size !== listed.length) throw damaged("il n’y a pas ce que dit son inventaire")
  for (const { name, bytes, sha256 } of listed) {
    const file = found.get(name)
    if (file?.bytes !== bytes || file.sha256 !== sha256) throw damaged(`l’empreinte de « ${name} » ne correspond pas`)
  }
  if (!found.has(DATABASE)) throw damaged(`« ${DATABASE} » manque`)
}

function checkDatabase(file: string, { files, missing }: Manifest) {
  const inspected = inspectSqlite(file)
  if ("damage" in inspected) throw damaged(`sa base de données (${inspected.damage})`)
  const unknown = inspected.migrations.find((name) => !(name in migrations))
  if (unknown)
    throw new BackupError(`La sauvegarde vient d’une version plus récente du programme (migration ${unknown})`)
  if (inspected.migrations.length === 0) throw damaged("sa base de données est vide")
  const held = new Set([...files.map(({ name }) => name), ...missing.map((name) => `uploads/${name}`)])
  const lost = readSnapshot(file).images.find((name) => !held.has(`uploads/${name}`))
  if (lost) throw damaged(`l’image « ${lost} » manque`)
}
