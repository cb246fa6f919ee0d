import { randomUUID } from "node:crypto"
import { createReadStream, existsSync } from "node:fs"
import { mkdir, readdir, readFile, rename, rm, stat } from "node:fs/promises"
import { dirname, join } from "node:path"
import { isLocked } from "#server/database/sqlite/dialect.ts"
import { acquireFileLock, type FileLock } from "#server/database/sqlite/file-lock.ts"
import { copyDatabase, type Snapshot } from "#server/database/sqlite/snapshot.ts"
import type { Database } from "#server/database/transaction.ts"
import { isProcessRunning, syncFolder } from "#server/files.ts"
import { programFolder } from "#server/program-folder.ts"
import { createArchive } from "./archive.ts"
import { BackupError } from "./backup-error.ts"
import { holdPictureDeletions } from "./hold-deletions.ts"
import { DATABASE, isPart, MANIFEST, type Manifest } from "./manifest.ts"
import type { ShowProgress } from "./progress.ts"

const WORK = /^\.lisanga-backup-(?<pid>\d+)-/

interface Backup {
  db: Database
  dataDir: string
  /** The file to be made. */
  target: string
  progress: ShowProgress
}

/** One file with all that must be kept, made while the site runs; under its name only once it is whole. */
export async function makeBackup({ db, dataDir, target, progress }: Backup): Promise<Manifest> {
  refuseExisting(target)
  const lock = takeTurn(dataDir)
  const folder = dirname(target)
  const work = join(folder, `.lisanga-backup-${process.pid}-${randomUUID()}`)
  try {
    await removeDead(folder)
    await mkdir(work, { mode: 0o700 })
    await using _held = await holdPictureDeletions(db)
    const snapshot = await copyDatabase(db, join(work, DATABASE))
    const archive = join(work, "archive")
    const manifest = await pack(archive, { work, uploads: join(dataDir, "uploads"), snapshot, progress })
    refuseExisting(target)
    await rename(archive, target)
    await syncFolder(folder)
    return manifest
  } finally {
    await rm(work, { recursive: true, force: true })
    lock.release()
  }
}

interface Parts {
  work: string
  uploads: string
  snapshot: Snapshot
  progress: ShowProgress
}

/** The pictures come after the copy of the database: every row of it has its file by then. */
async function pack(path: string, { work, uploads, snapshot, progress }: Parts): Promise<Manifest> {
  const sources = new Map([[DATABASE, join(work, DATABASE)]])
  for (const name of await readdir(uploads)) {
    if (isPart(`uploads/${name}`)) sources.set(`uploads/${name}`, join(uploads, name))
  }
  const { files, total } = await measure(sources)
  const { advance } = progress("Sauvegarde", total)
  const manifest: Manifest = {
    program: "groupe-lisanga",
    format: 1,
    version: await programVersion(),
    createdAt: new Date().toISOString(),
    migrations: snapshot.migrations,
    files: [],
    missing: snapshot.images.filter((name) => !sources.has(`uploads/${name}`)),
  }
  await using archive = await createArchive(path)
  for (const { name, source, bytes } of files) {
    manifest.files.push(await archive.add(name, bytes, read(source, advance)))
  }
  const inventory = Buffer.from(JSON.stringify(manifest, null, 1))
  await archive.add(MANIFEST, inventory.length, [inventory])
  await archive.finish()
  return manifest
}

async function measure(sources: ReadonlyMap<string, string>) {
  const files: { name: string; source: string; bytes: number }[] = []
  for (const [name, source] of sources) {
    const found = await stat(source)
    if (found.isFile()) files.push({ name, source, bytes: found.size })
  }
  return { files, total: files.reduce((sum, { bytes }) => sum + bytes, 0) }
}

async function* read(source: string, advance: (bytes: number) => void): AsyncGenerator<Buffer> {
  for await (const chunk of createReadStream(source, { highWaterMark: 1 << 20 })) {
    advance(chunk.length)
    yield chunk
  }
}

/** The end of one backup would let go of the pictures that another still reads. */
function takeTurn(dataDir: string): FileLock {
  try {
    return acquireFileLock(join(dataDir, "backup.lock"), "alone")
  } catch (error) {
    if (isLocked(error)) throw new BackupError("Une autre sauvegarde est en cours")
    throw error
  }
}

/** What backups left behind that were killed. */
async function removeDead(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const pid = WORK.exec(name)?.groups?.pid
    if (pid && !isProcessRunning(Number(pid))) await rm(join(folder, name), { recursive: true, force: true })
  }
}

function refuseExisting(target: string) {
  if (existsSync(target)) throw new BackupError(`${target} existe déjà : choisissez un autre nom`)
}

async function programVersion(): Promise<string> {
  const file = join(programFolder, "package.json")
  return (JSON.parse(await readFile(file, "utf8")) as { version: string }).version
}
