import { rm } from "node:fs/promises"
import { join, relative } from "node:path"
import type { Database } from "#server/database/transaction.ts"
import { createVariants } from "#server/images/variants.ts"
import { createLog } from "#server/log.ts"
import { dropLostImage } from "#server/projects/drop-lost-image.ts"
import { checkImages, type ImageInconsistencies, isFileMissing } from "#server/storage/consistency-check.ts"
import { deleteUnreferencedFiles, type ImageStorage } from "#server/storage/deletion.ts"
import { isLeased, PICTURE_DELETIONS } from "#server/storage/leases.ts"
import { CommandError, runCommand, withSite } from "./command.ts"

const HELP = `Compare les images de DATA_DIR avec la base de données, aussi pendant que le site tourne.

  npm run images -- check          dit ce qui manque et ce qui est de trop
  npm run images -- check --fix    le répare

Réparer, c’est retirer des projets les images dont le fichier manque, et effacer les fichiers que rien ne montre.
Le code de sortie est 0 quand tout est en ordre ou réparé, 1 sinon.`

await runCommand(HELP, async (words) => {
  const [action, ...options] = words.filter((word) => word !== "--fix")
  if (action !== "check") throw new CommandError(`Action inconnue « ${action ?? ""} » : voir --help`)
  if (options.length > 0) throw new CommandError("Trop de mots : voir --help")
  return withSite((db, dataDir) => check(openStore(db, dataDir), words.includes("--fix")))
})

function openStore(db: Database, dataDir: string): ImageStorage {
  const uploads = join(dataDir, "uploads")
  const log = createLog("warn", (line) => process.stderr.write(line))
  const variants = createVariants({ uploads, folder: join(dataDir, "variants"), log })
  return { db, uploads, variants, log, now: () => new Date() }
}

async function check(store: ImageStorage, fix: boolean): Promise<string> {
  const found = linesOf(store, await checkImages(store))
  if (found.length === 0) return "Images en ordre"
  if (!fix) return answer(found, `Anomalies : ${found.length}. Pour les réparer : npm run images -- check --fix`, false)
  const held = await isLeased(store.db, PICTURE_DELETIONS, store.now())
  await mend(store)
  const left = new Set(linesOf(store, await checkImages(store)))
  const lines = found.map((line) => `${line} → ${left.has(line) ? "laissé" : "réparé"}`)
  const reason = held ? "une sauvegarde retient les suppressions" : "ce qui est récent attend une minute"
  const summary = `Réparées : ${found.filter((line) => !left.has(line)).length}, laissées : ${left.size}`
  return answer(lines, left.size > 0 ? `${summary} (${reason})` : summary, left.size === 0)
}

function answer(lines: readonly string[], summary: string, inOrder: boolean): string {
  if (!inOrder) process.exitCode = 1
  return [...lines, summary].join("\n")
}

function linesOf(
  { uploads }: ImageStorage,
  { lost, orphans, young, abandoned, variants }: ImageInconsistencies,
): string[] {
  const dataDir = join(uploads, "..")
  return [
    ...lost.map((name) => `Image sans fichier : ${name}`),
    ...orphans.map((name) => `Fichier sans image : ${name}`),
    ...young.map((name) => `Fichier sans image, récent : ${name}`),
    ...abandoned.map((path) => `Fichier inachevé : ${relative(dataDir, path)}`),
    ...variants.map((name) => `Variantes sans image : ${name}`),
  ]
}

async function mend(store: ImageStorage): Promise<void> {
  const { lost, orphans, abandoned } = await checkImages(store)
  for (const name of lost) {
    await dropLostImage(store.db, { name, isLost: (name) => isFileMissing(store, name), now: store.now() })
  }
  await deleteUnreferencedFiles(store, orphans)
  for (const path of abandoned) await rm(path, { recursive: true, force: true })
  // Those of the pictures that have just gone, too.
  for (const name of (await checkImages(store)).variants) await store.variants.remove(name)
}
