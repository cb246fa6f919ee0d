import { rm } from "node:fs/promises"
import { relative } from "node:path"
import { progressOn } from "#server/backup/progress.ts"
import { areDeletionsLeased, deleteUnreferencedFiles, type ImageContext } from "#server/images/store/deletion.ts"
import { deleteVariants } from "#server/images/store/image-store.ts"
import { openImageStore } from "#server/images/store/open-image-store.ts"
import { createLog } from "#server/log.ts"
import { removeMissingImage } from "#server/projects/remove-missing-image.ts"
import { CommandError, createCommand, type Terminal, withSite } from "./command.ts"
import { checkImages, isFileMissing, listDamagedImages, listHiddenPictures } from "./consistency-check.ts"

const HELP = `Compare les images du site avec la base de données, aussi pendant que le site tourne.

  npm run images -- check          dit ce qui manque et ce qui est de trop
  npm run images -- check --fix    le répare

Si le fichier d’une image manque, restaurez-le d’abord d’une sauvegarde.
Réparer, c’est retirer des projets et des demandes les images dont le fichier manque, et effacer les fichiers que rien ne montre.
Une photo privée, qu’un visiteur a envoyée, ne se voit pas sur le site : retirez-la, ou envoyez son fichier dans « Images » si la personne est d’accord.
Une image abîmée reste : son fichier revient d’une sauvegarde, ou vous la remplacez dans « Images ».
Le code de sortie est 0 quand tout est en ordre ou réparé, 1 sinon.`

const IN_ORDER = "Images en ordre"

const WITHOUT_FILE = "Image sans fichier : "

const HIDDEN = "Photo privée dans un projet ou une page : "

const DAMAGED = "Image abîmée : "

export const command = createCommand(HELP, async (terminal) => {
  const { args, stderr } = terminal
  const [action, ...options] = args.filter((arg) => arg !== "--fix")
  if (action !== "check") throw new CommandError(`Action inconnue « ${action ?? ""} » : voir --help`)
  if (options.length > 0) throw new CommandError("Trop de mots : voir --help")
  return withSite(terminal, async (db, settings) => {
    const log = createLog("warn", (line) => stderr.write(line))
    const ctx = { db, images: await openImageStore(settings), log, now: () => new Date() }
    const damaged = (await listDamagedImages(ctx, progressIn(terminal))).map((name) => `${DAMAGED}${name}`)
    const anomalies = async () => [...(await listAnomalies(ctx, settings.dataDir)), ...damaged]
    return args.includes("--fix") ? fix(ctx, anomalies) : check(await anomalies())
  })
})

/** A file has no use for the progress that somebody at a terminal waits for. */
function progressIn({ stdout, stopSignal }: Terminal) {
  const progress = progressOn(stdout, stopSignal())
  return (total: number) => (stdout.isTTY ? progress("Images lues", total).advance : () => undefined)
}

function check(found: readonly string[]) {
  if (found.length === 0) return IN_ORDER
  const advice = found.some((line) => line.startsWith(WITHOUT_FILE))
    ? "Restaurez d’abord les fichiers (ImageStoreFailing dans docs/runbook.md) : --fix retire du site les images perdues"
    : "Pour les réparer : npm run images -- check --fix"
  const summary = `Anomalies : ${found.length}. ${advice}`
  return { text: [...found, summary].join("\n"), exitCode: 1 }
}

async function fix(ctx: ImageContext, anomalies: () => Promise<string[]>) {
  const found = await anomalies()
  if (found.length === 0) return IN_ORDER
  const leased = await areDeletionsLeased(ctx.db, ctx.now())
  await repair(ctx)
  const left = new Set(await anomalies())
  const lines = found.map((line) => `${line} → ${left.has(line) ? "laissé" : "réparé"}`)
  const summary = `Réparées : ${found.filter((line) => !left.has(line)).length}, laissées : ${left.size}`
  if (left.size === 0) return [...lines, summary].join("\n")
  const reason = leased
    ? "une sauvegarde retient les suppressions"
    : [...left].some((line) => line.startsWith(WITHOUT_FILE))
      ? "une page du site montre l’image : remplacez-la dans « Images »"
      : [...left].some((line) => line.startsWith(DAMAGED))
        ? "une image abîmée revient d’une sauvegarde, ou se remplace dans « Images »"
        : [...left].some((line) => line.startsWith(HIDDEN))
          ? "retirez la photo privée, ou envoyez son fichier dans « Images »"
          : "ce qui est récent attend une minute"
  return { text: [...lines, `${summary} (${reason})`].join("\n"), exitCode: 1 }
}

async function listAnomalies(ctx: ImageContext, dataDir: string): Promise<string[]> {
  const { missing, orphans, recentOrphans, abandoned, missingOriginals } = await checkImages(ctx)
  return [
    ...(await listHiddenPictures(ctx.db)).map((name) => `${HIDDEN}${name}`),
    ...missing.map((name) => `${WITHOUT_FILE}${name}`),
    ...orphans.map((name) => `Fichier sans image : ${name}`),
    ...recentOrphans.map((name) => `Fichier sans image, récent : ${name}`),
    ...abandoned.map((path) => `Fichier inachevé : ${relative(dataDir, path)}`),
    ...missingOriginals.map((name) => `Variantes sans image : ${name}`),
  ]
}

async function repair(ctx: ImageContext): Promise<void> {
  const { db, images, now } = ctx
  const { missing, orphans, abandoned } = await checkImages(ctx)
  for (const name of missing) {
    await removeMissingImage(db, { name, isMissing: (name) => isFileMissing(images, name), now: now() })
  }
  await deleteUnreferencedFiles(ctx, orphans)
  for (const path of abandoned) await rm(path, { recursive: true, force: true })
  // They are checked again, because the deletion of missing images can leave variants without an original.
  for (const name of (await checkImages(ctx)).missingOriginals) await deleteVariants(images, name)
}
