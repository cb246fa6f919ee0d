import { resolve } from "node:path"
import { createBackup } from "#server/backup/create-backup.ts"
import type { Manifest } from "#server/backup/manifest.ts"
import { progressOn } from "#server/backup/progress.ts"
import { verifyBackup } from "#server/backup/verify.ts"
import { matchesName } from "#server/images/store/image-checksum.ts"
import { openImageStore } from "#server/images/store/open-image-store.ts"
import { CommandError, createCommand, pluralize, type Terminal, withSite } from "./command.ts"

const HELP = `Sauvegarde du site en un seul fichier, pendant que le site tourne.

  npm run backup -- FICHIER            fait une sauvegarde : base de données, images, inventaire avec empreintes
  npm run backup -- verify FICHIER     restaure une sauvegarde à part, y ouvre le site et l’interroge

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
    warnOfDamage(manifest, stderr)
    return `Sauvegarde en ordre : ${summary(manifest)}`
  }
  if (args.length > 1 || first.startsWith("-"))
    throw new CommandError("Un fichier à faire, et rien d’autre : voir --help")
  const target = resolve(first)
  const manifest = await withSite(terminal, async (db, settings) => {
    const images = settings.s3 && (await openImageStore(settings))
    return createBackup({ db, dataDir: settings.dataDir, images, target, progress })
  })
  for (const name of manifest.missing) stderr.write(`Image sans fichier, absente de la sauvegarde : ${name}\n`)
  warnOfDamage(manifest, stderr)
  return `Sauvegarde faite : ${target}, ${summary(manifest)}`
})

/** The backup has these images as the site had them. */
function warnOfDamage({ files }: Manifest, stderr: Terminal["stderr"]) {
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
