import { createHash } from "node:crypto"
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  truncateSync,
  writeFileSync,
} from "node:fs"
import { join } from "node:path"
import { Header, type HeaderData } from "tar"
import { expect, test, vi } from "vitest"
import { readContent } from "#server/content/published/published.ts"
import { connect } from "#server/database/connect.ts"
import { createDiskImageStore } from "#server/images/store/disk-image-store.ts"
import { version } from "#server/program.ts"
import { mountMemoryDisk } from "#server/testing/memory-disk.ts"
import { runCommand, spawnCommand } from "#server/testing/run-command.ts"
import { createSite, createTemporaryFolder, startSite } from "#server/testing/test-site.ts"
import { checksumLine, readArchive } from "./archive.ts"
import { createBackup } from "./create-backup.ts"
import type { Manifest } from "./manifest.ts"
import { importBackup, restoreBackup } from "./restore.ts"
import { verifyBackup } from "./verify.ts"

// Some commands run in a process of their own, which is slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

const progress = () => ({ advance: () => {} })

async function backUp(dataDir: string, target: string) {
  await using db = await connect(dataDir)
  await createBackup({ db, dataDir, target, progress })
}

/** Creates a folder with `new.tar`, the backup of a site whose project is called new. */
async function makeBackupFolder() {
  const folder = createTemporaryFolder()
  const source = join(folder.path, "source")
  const target = join(folder.path, "new.tar")
  await createSite(source, "new")
  await backUp(source, target)
  return {
    ...folder,
    target,
    dataDir: join(folder.path, "data"),
    restore: (archive: string, force = false) =>
      restoreBackup({ archive, dataDir: join(folder.path, "data"), force, progress }),
    run: (...args: string[]) => runCommand("restore", args, { environment: { DATA_DIR: join(folder.path, "data") } }),
  }
}

/** Returns the project's name, its picture if there is one, and the announcement. */
async function siteIn(dataDir: string) {
  await using site = await startSite(dataDir)
  const [project] = (await (await site.request("/api/projects")).json()) as {
    project_name: string
    project_images: string[]
  }[]
  expect(await readContent(site, "annonce")).toMatchObject({ text: project?.project_name })
  const picture = await site.request(`/uploads/${project?.project_images[0]}`)
  await picture.arrayBuffer() // this closes the file
  return `${project?.project_name} ${picture.status}`
}

test("an existing site is replaced only with --force, and moved aside", async () => {
  using folder = await makeBackupFolder()
  await createSite(folder.dataDir, "old")
  const rejected = await folder.run(folder.target)
  const line = `${folder.dataDir} contient déjà un site : ajoutez --force pour le remplacer\n`
  expect(rejected).toEqual({ status: 1, stdout: "", stderr: line })
  expect(await siteIn(folder.dataDir)).toBe("old 200")
  const replaced = await folder.run(folder.target, "--force")
  expect(replaced).toMatchObject({ status: 0, stderr: "" })
  expect(await siteIn(folder.dataDir)).toBe("new 200")
  const kept = /L’ancien site est gardé dans (\S+) :/.exec(replaced.stdout)?.[1] ?? ""
  expect(await siteIn(kept)).toBe("old 200")
})

test("a running site is not replaced, even with --force", async () => {
  using folder = await makeBackupFolder()
  await using _site = await startSite(folder.dataDir)
  const rejected = await folder.run("--force", folder.target)
  const line = `Un site ou une commande travaille sur ${folder.dataDir} : arrêtez-les d’abord\n`
  expect(rejected).toEqual({ status: 1, stdout: "", stderr: line })
})

test("a backup with a changed byte, a missing end or an appended byte is rejected, and nothing changes", async () => {
  using folder = await makeBackupFolder()
  const whole = readFileSync(folder.target)
  const bad = join(folder.path, "bad.tar")
  const step = Math.floor(whole.length / 60)
  const places = [...Array.from({ length: 60 }, (_, index) => index * step), 100, 148, 156, 345, 511, whole.length - 1]
  for (const place of [...places, whole.length - 73, whole.length - 600]) {
    const changed = Buffer.from(whole)
    changed[place] = (changed[place] ?? 0) ^ 0x01
    writeFileSync(bad, changed)
    await expect(folder.restore(bad), `byte ${place}`).rejects.toThrow(/^La sauvegarde est endommagée et n’a pas été/)
  }
  for (const length of [0, 1, 71, 72, 73, 512, step, whole.length - 73, whole.length - 1]) {
    copyFileSync(folder.target, bad)
    truncateSync(bad, length)
    await expect(folder.restore(bad), `${length} bytes`).rejects.toThrow(/^La sauvegarde est endommagée/)
  }
  copyFileSync(folder.target, bad)
  appendFileSync(bad, "\n")
  await expect(folder.restore(bad)).rejects.toThrow(/^La sauvegarde est endommagée/)
  expect(existsSync(folder.dataDir)).toBe(false)
  const rejected = await folder.run(bad)
  expect(rejected.status).toBe(1)
  expect(rejected.stderr).toBe(
    "La sauvegarde est endommagée et n’a pas été utilisée : son empreinte ne correspond pas\n",
  )
})

interface Piece {
  header: HeaderData
  content?: Buffer
}

const BLOCK = 512

/** Writes a tar file with a valid checksum around any entries. */
function writeArchive(path: string, pieces: Piece[]) {
  const blocks = pieces.flatMap(({ header, content = Buffer.alloc(0) }) => {
    const encoded = new Header({ mode: 0o600, mtime: new Date(0), size: content.length, type: "File", ...header })
    encoded.encode()
    const padding = Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK)
    return [encoded.block ?? Buffer.alloc(0), content, padding]
  })
  const body = Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK)])
  writeFileSync(path, body)
  appendFileSync(path, checksumLine(createHash("sha256").update(body).digest("hex")))
}

async function piecesOf(path: string): Promise<Piece[]> {
  const pieces: Piece[] = []
  await readArchive(path, progress, (entry) => {
    const chunks: Buffer[] = []
    entry.on("data", (chunk) => chunks.push(chunk))
    entry.on("end", () => pieces.push({ header: { path: entry.path }, content: Buffer.concat(chunks) }))
  })
  return pieces
}

/** Returns the pieces of the backup with a changed manifest. */
function withManifest(pieces: Piece[], change: (manifest: Manifest) => object): Piece[] {
  const manifest: Manifest = JSON.parse(pieces.at(-1)?.content?.toString() ?? "")
  const content = Buffer.from(JSON.stringify({ ...manifest, ...change(manifest) }))
  return [...pieces.slice(0, -1), { header: { path: "manifest.json" }, content }]
}

function listed(name: string, content: Buffer) {
  return { name, bytes: content.length, sha256: createHash("sha256").update(content).digest("hex") }
}

const text = Buffer.from("mauvais")

test("path traversal, links, folders and unknown files are rejected, and nothing is written", async () => {
  using folder = await makeBackupFolder()
  const pieces = await piecesOf(folder.target)
  const bad = join(folder.path, "bad.tar")
  const names = [
    "../evil.jpg",
    join(folder.path, "evil.jpg"),
    "uploads/../../evil.jpg",
    "uploads/..",
    "uploads/a/b.jpg",
  ]
  names.push(
    "uploads/.tmp-1-a",
    "uploads/",
    "uploads",
    "variants/a.webp",
    "site.db-wal",
    "./site.db",
    "uploads/a\\b.jpg",
  )
  const evil: Piece[] = names.map((path) => ({ header: { path }, content: text }))
  for (const type of ["SymbolicLink", "Link", "Directory", "CharacterDevice", "FIFO"] as const) {
    evil.push({ header: { path: "uploads/evil.jpg", type, linkpath: "/etc/passwd" } })
  }
  for (const piece of evil) {
    const files = (manifest: Manifest) => [...manifest.files, listed(piece.header.path ?? "", text)]
    for (const all of [
      [piece, ...pieces],
      withManifest([piece, ...pieces], (manifest) => ({ files: files(manifest) })),
    ]) {
      writeArchive(bad, all)
      const file = `${piece.header.type ?? ""} ${piece.header.path}`
      await expect(folder.restore(bad), file).rejects.toThrow(/^La sauvegarde est endommagée/)
    }
  }
  expect(readdirSync(folder.path).sort()).toEqual(["bad.tar", "new.tar", "source"])
})

test("a backup that contradicts its manifest is rejected, and the existing site stays", async () => {
  using folder = await makeBackupFolder()
  await createSite(folder.dataDir, "old")
  const pieces = await piecesOf(folder.target)
  const [database, picture, manifest] = pieces as [Piece, Piece, Piece]
  const bad = join(folder.path, "bad.tar")
  const garbled = Buffer.from(database.content ?? "")
  garbled.fill(0xff, 4096, 12_288)
  const cases: [Piece[], RegExp][] = [
    [[database, manifest], /il n’y a pas ce que dit son inventaire/],
    [[database, picture], /elle est incomplète/],
    [[database, picture, { header: { path: "uploads/more.jpg" }, content: text }, manifest], /il n’y a pas ce que dit/],
    [[database, picture, picture, manifest], /y est deux fois/],
    [[database, { ...picture, content: text }, manifest], /l’empreinte de « uploads\/.* » ne correspond pas/],
    [[database, picture, manifest, { header: { path: "uploads/more.jpg" }, content: text }], /suit son inventaire/],
    [[database, picture, { ...manifest, content: text }], /son inventaire est illisible/],
    [withManifest(pieces, () => ({ format: 2 })), /son inventaire est illisible, ou d’une version plus récente/],
    [
      withManifest([{ ...database, content: garbled }, picture, manifest], ({ files }) => ({
        files: [listed("site.db", garbled), ...files.slice(1)],
      })),
      /sa base de données \(/,
    ],
    [withManifest([database, manifest], ({ files }) => ({ files: files.slice(0, 1) })), /l’image « .* » manque/],
    [withManifest([picture, manifest], ({ files }) => ({ files: files.slice(1) })), /« site\.db » manque/],
  ]
  for (const [all, line] of cases) {
    writeArchive(bad, all)
    await expect(folder.restore(bad, true)).rejects.toThrow(line)
  }
  expect(readdirSync(folder.dataDir).filter((name) => /restore|avant/.test(name))).toEqual([])
  expect(await siteIn(folder.dataDir)).toBe("old 200")
})

/** Makes a backup of a later release, whose database can be used from that version on. */
async function makeLaterBackup(folder: { path: string }, oldestProgram: string) {
  const source = join(folder.path, "source")
  await using db = await connect(source)
  await db
    .insertInto("kysely_migration" as never)
    .values({ name: "9999-later", timestamp: "" } as never)
    .execute()
  await db.deleteFrom("oldestPrograms").execute()
  await db.insertInto("oldestPrograms").values({ version: oldestProgram }).execute()
  const target = join(folder.path, "later.tar")
  await createBackup({ db, dataDir: source, target, progress })
  return target
}

const LATER = "La sauvegarde vient d’une version plus récente du programme"

test("a backup of a later release that this one cannot use is rejected with that reason", async () => {
  using folder = await makeBackupFolder()
  const later = await makeLaterBackup(folder, "99.0.0")
  await expect(folder.restore(later)).rejects.toThrow(`${LATER}, il faut au moins la version 99.0.0`)
  const stop = new AbortController().signal
  await expect(verifyBackup(later, progress, stop)).rejects.toThrow(LATER)
  expect(existsSync(join(folder.dataDir, "site.db"))).toBe(false)
})

test("a backup of what a later release has migrated is verified and restored by the one before that can use it", async () => {
  using folder = await makeBackupFolder()
  const later = await makeLaterBackup(folder, version)
  await verifyBackup(later, progress, new AbortController().signal)
  await folder.restore(later)
  expect(await siteIn(folder.dataDir)).toBe("new 200")
})

test("its rows are not copied into another database, which would lose what the later release has added", async () => {
  using folder = await makeBackupFolder()
  const archive = await makeLaterBackup(folder, version)
  const target = join(folder.path, "target")
  await using db = await connect(target)
  const importing = importBackup({ archive, to: { db, images: createDiskImageStore(target) }, progress })
  await expect(importing).rejects.toThrow(`${LATER} (migration 9999-later)`)
  expect(readdirSync(join(target, "uploads"))).toEqual([])
})

test("the long name of an imported picture is restored", async () => {
  using folder = await makeBackupFolder()
  const source = join(folder.path, "source")
  const name = `${"é".repeat(120)}.jpg`
  writeFileSync(join(source, "uploads", name), "importée")
  const target = join(folder.path, "long.tar")
  await backUp(source, target)
  await folder.restore(target)
  expect(readFileSync(join(folder.dataDir, "uploads", name), "utf8")).toBe("importée")
})

test("a killed restore leaves the old site or the new one, never a mixture", async () => {
  using folder = await makeBackupFolder()
  await createSite(folder.dataDir, "old")
  const environment = { DATA_DIR: folder.dataDir }
  const moments = ["Vérification : 100", "Extraction : 50", "Écriture : 0", "Écriture : 100"]
  for (const moment of moments) {
    const watch = (printed: string, child: { kill(signal: "SIGKILL"): boolean }) => {
      if (printed.includes(moment)) child.kill("SIGKILL")
    }
    await spawnCommand("restore", [folder.target, "--force"], { environment, watch })
    expect(await siteIn(folder.dataDir), moment).toMatch(/^(old|new) 200$/)
    expect(readdirSync(folder.dataDir).filter((name) => name.startsWith("restore-"))).toEqual([])
  }
})

test("a full disk ends a restore with one line, and the existing site stays", async (context) => {
  using disk = mountMemoryDisk(2_500_000)
  if (!disk) return context.skip("this machine lets nobody mount a disk")
  using folder = await makeBackupFolder()
  const source = join(folder.path, "source")
  writeFileSync(join(source, "uploads", "large.jpg"), Buffer.alloc(4_000_000))
  const target = join(folder.path, "large.tar")
  await backUp(source, target)
  const dataDir = join(disk.path, "data")
  mkdirSync(dataDir)
  await createSite(dataDir, "old")
  const full = await spawnCommand("restore", [target, "--force"], { environment: { DATA_DIR: dataDir } })
  expect([full.status, full.stderr]).toEqual([1, "Espace disque insuffisant (ENOSPC)\n"])
  expect(await siteIn(dataDir)).toBe("old 200")
})
