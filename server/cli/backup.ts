import { resolve } from "node:path"
import { parseArgs } from "node:util"
import { createBackup } from "#server/backup/create-backup.ts"
import type { Manifest } from "#server/backup/manifest.ts"
import { backUpNightly } from "#server/backup/nightly.ts"
import { progressOn } from "#server/backup/progress.ts"
import { verifyBackup } from "#server/backup/verify.ts"
import { matchesName } from "#server/images/store/image-checksum.ts"
import { openImageStore } from "#server/images/store/open-image-store.ts"
import type { Settings } from "#server/settings.ts"
import { CommandError, createCommand, pluralize, type Terminal, withSite } from "./command.ts"

const KEPT_DAYS = 30

const HELP = `Sauvegarde du site en un seul fichier, pendant que le site tourne.

  npm run backup -- FICHIER            fait une sauvegarde : base de données, images, inventaire avec empreintes
  npm run backup -- verify FICHIER     restaure une sauvegarde à part, y ouvre le site et l’interroge
  npm run backup -- nightly DOSSIER    fait la sauvegarde du jour, la vérifie, puis efface celles de plus de ${KEPT_DAYS} jours ;
                                       --keep JOURS en garde plus ou moins. Rien si celle du jour est là, qui commence à
                                       1 h à Kinshasa ; rien n’est effacé quand elle échoue : relancez-la chaque heure

Une sauvegarde à laquelle manquent des images du site est un échec : restaurez d’abord leurs fichiers.
Un fichier qui existe n’est jamais remplacé. Il contient des données personnelles : gardez-le pour vous.
La restauration : npm run restore -- --help`

export const command = createCommand(HELP, async (terminal) => {
  const { args, stdout, stderr } = terminal
  const stop = terminal.stopSignal()
  const progress = progressOn(stdout, stop)
  const [first = "", second] = args
  if (first === "verify") {
    if (!second || args.length > 2) throw new CommandError("Un fichier à vérifier, et rien d’autre : voir --help")
    const manifest = await verifyBackup(resolve(second), progress, stop)
    warnOfImages(manifest, stderr)
    return conclude(manifest, { whole: "Sauvegarde en ordre", incomplete: "Sauvegarde lisible, mais incomplète" })
  }
  if (first === "nightly") return await runNightly(terminal)
  if (args.length > 1 || first.startsWith("-"))
    throw new CommandError("Un fichier à faire, et rien d’autre : voir --help")
  const target = resolve(first)
  const manifest = await withSite(terminal, async (db, settings) => {
    return createBackup({ ...(await openSource(settings)), db, target, progress })
  })
  warnOfImages(manifest, stderr)
  const said = { whole: "Sauvegarde faite", incomplete: "Sauvegarde faite, mais incomplète" }
  return conclude(manifest, said, `${target}, `)
})

function conclude(manifest: Manifest, said: { whole: string; incomplete: string }, target = "") {
  const exitCode = manifest.missing.length > 0 ? 1 : 0
  return { text: `${exitCode ? said.incomplete : said.whole} : ${target}${summary(manifest)}`, exitCode }
}

async function runNightly(terminal: Terminal): Promise<string> {
  const { stdout, stderr } = terminal
  const { folder, keptDays } = parseNightly(terminal.args.slice(1))
  const stop = terminal.stopSignal()
  const progress = progressOn(stdout, stop)
  const { file, manifest, deleted } = await withSite(terminal, async (db, settings) =>
    backUpNightly({ ...(await openSource(settings)), db, folder, keptDays, now: new Date(), progress, stop }),
  )
  const done = manifest ? `Sauvegarde faite et vérifiée : ${file}, ${summary(manifest)}` : `Déjà faite : ${file}`
  if (manifest) warnOfImages(manifest, stderr)
  return [done, ...deleted.map((name) => `Effacée après ${keptDays} jours : ${name}`)].join("\n")
}

function parseNightly(args: string[]) {
  try {
    const { values, positionals } = parseArgs({ args, options: { keep: { type: "string" } }, allowPositionals: true })
    const keptDays = Number(values.keep ?? KEPT_DAYS)
    const [folder] = positionals
    if (folder && positionals.length === 1 && Number.isInteger(keptDays) && keptDays > 0 && keptDays <= 3650)
      return { folder: resolve(folder), keptDays }
  } catch {
    // An unknown option gets the same answer.
  }
  throw new CommandError("Un dossier, et avec --keep un nombre de jours : voir --help")
}

async function openSource(settings: Settings) {
  return { dataDir: settings.dataDir, images: settings.s3 && (await openImageStore(settings)) }
}

/** Names the images that the backup lacks, and those that are damaged in it as they were on the site. */
function warnOfImages({ missing, files }: Manifest, stderr: Terminal["stderr"]) {
  for (const name of missing) stderr.write(`Image sans fichier, absente de la sauvegarde : ${name}\n`)
  const images = files.map(({ name, sha256 }) => ({ name: name.replace(/^uploads\//, ""), sha256 }))
  for (const { name, sha256 } of images)
    if (!matchesName(name, sha256)) stderr.write(`Image déjà abîmée quand la sauvegarde a été faite : ${name}\n`)
}

function summary({ createdAt, files }: Manifest): string {
  const megabytes = files.reduce((sum, { bytes }) => sum + bytes, 0) / 1_000_000
  const size = megabytes.toLocaleString("fr", { maximumFractionDigits: 1 })
  // The database is a file too.
  const images = files.length - 1
  return `${images} ${pluralize(images, "image")}, ${size} Mo, du ${createdAt}`
}
