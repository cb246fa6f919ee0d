import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { parseArgs } from "node:util"
import { leasePictureDeletions } from "#server/backup/deletion-lease.ts"
import { progressOn } from "#server/backup/progress.ts"
import { createStagingFolder } from "#server/backup/staging.ts"
import { type TransferReport, transferSite } from "#server/backup/transfer.ts"
import { connectEmpty, isOpenElsewhere } from "#server/database/connect.ts"
import { UnusableDatabase } from "#server/database/core/unusable-database.ts"
import { copyToFile } from "#server/database/snapshot.ts"
import { readSettings, type Settings, SettingsError } from "#server/settings.ts"
import { CommandError, createCommand, openPlace, pluralize, requireSite, type Terminal } from "./command.ts"

const HELP = `Copie un site entier, ses lignes et ses images, et prouve que la copie est égale.

  npm run move -- --from SITE --to SITE

Un SITE est un dossier de données (./data), ou une base PostgreSQL et un seau S3 séparés par une virgule :
  npm run move -- --from ./data --to "postgres://compte@serveur/base?sslmode=verify-full,s3://seau/site?endpoint=https://s3.exemple.cd"
Les clés du seau viennent de AWS_ACCESS_KEY_ID et AWS_SECRET_ACCESS_KEY. Le mot de passe de la base vient de PGPASSWORD
ou du fichier nommé par PGPASSFILE : sur la ligne de commande, les autres comptes de la machine le verraient.

La destination doit être vide, et aucun site ne peut y être ouvert pendant la copie. Le site d’origine n’est pas changé
et peut tourner, mais ce qui y est écrit pendant la copie n’arrive pas dans la copie : pour un vrai déménagement,
arrêtez-le d’abord. Une copie interrompue se relance : les images déjà copiées ne le sont plus.`

const RUNNING =
  "Attention : un site ou une commande travaille sur l’origine ; ce qui y est écrit maintenant n’arrivera pas dans la copie"

export const command = createCommand(HELP, async (terminal) => {
  const { env, stdout, stderr } = terminal
  const { from, to } = readOptions(terminal)
  const progress = progressOn(stdout, terminal.stopSignal())
  await using staging = await createStagingFolder(tmpdir())
  const dataDir = join(staging.path, "data")
  await using source = await naming("--from", () => openSource(readPlace(from, dataDir, env)))
  await using target = await naming("--to", () => openPlace(readPlace(to, dataDir, env), connectEmpty))
  if (source.isRunning) stderr.write(`${RUNNING}\n`)
  await using _lease = await leasePictureDeletions(source.db)
  const file = join(staging.path, "site.db")
  await copyToFile(source.db, file, (total) => progress("Base de données", total))
  return summarize(await transferSite({ from: { file, images: source.images }, to: target, progress }))
})

function readOptions({ args }: Terminal): { from: string; to: string } {
  const options = { from: { type: "string" }, to: { type: "string" } } as const
  try {
    const { from, to } = parseArgs({ args, options }).values
    if (from && to && from !== to) return { from, to }
  } catch {} // parseArgs rejects unknown options.
  throw new CommandError("Il faut --from SITE et --to SITE, deux sites différents : voir --help")
}

/** Lets an error name the option, rather than the setting that has its value. */
async function naming<Result>(option: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof SettingsError || error instanceof UnusableDatabase)) throw error
    throw new CommandError(error.message.replace(/^[A-Z_]+ :/, `${option} :`), { cause: error })
  }
}

/** Reads a folder, or `postgres://…,s3://…`, which needs `workFolder` for work in progress. */
function readPlace(place: string, workFolder: string, env: Terminal["env"]): Settings {
  const [first = "", second] = place.split(/,(?=s3:)/)
  const isUrl = first.includes("://")
  if (isUrl !== (second !== undefined)) {
    throw new CommandError("Une base postgres://… et un seau s3://… vont ensemble, séparés par une virgule")
  }
  if (!isUrl) return readSettings({ DATA_DIR: resolve(place) })
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, PLAINTEXT_HOSTS } = env
  const keys = { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, PLAINTEXT_HOSTS }
  return readSettings({ DATA_DIR: workFolder, DATABASE_URL: first, IMAGE_STORE_URL: second, ...keys })
}

async function openSource(settings: Settings) {
  requireSite(settings)
  const isRunning = await isOpenElsewhere(settings.dataDir, settings.databaseUrl)
  return { ...(await openPlace(settings)), isRunning }
}

function summarize({ tables, images, missing, damaged }: TransferReport): string {
  const lines = Object.entries(tables).map(
    ([name, { rows, sha256 }]) => `${column(name, rows, "ligne")}  ${sha256.slice(0, 16)}`,
  )
  const absent = missing.map((name) => `Image sans fichier dans l’origine : ${name}`)
  const broken = damaged.map((name) => `Image abîmée dans l’origine, copiée telle quelle : ${name}`)
  return [...lines, column("images", images, "fichier"), ...absent, ...broken, "Copie égale"].join("\n")
}

function column(name: string, number: number, noun: string): string {
  return `${name.padEnd(14)}${String(number).padStart(8)} ${pluralize(number, noun).padEnd(6)}`
}
